// libFuzzer brings main, the module Fuzzers what it calls.
