// libFuzzer brings main, the module FuzzEntry what it calls.
