// SPDX-License-Identifier: MIT
// Nothing to call: the target defines functions that the libraries' own headers declare.
