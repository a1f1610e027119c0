import CRealtime

/// Elementary functions from + - * / and the square root alone, so that every x86-64 machine gives the same bits.
public enum DeterministicMath {}
