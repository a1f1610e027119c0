// SPDX-License-Identifier: MIT
// libFuzzer brings main, the module FuzzEntry what it calls.
