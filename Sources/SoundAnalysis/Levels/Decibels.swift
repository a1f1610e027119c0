import Foundation

/// A power ratio in decibels; minus infinity for nothing.
func decibels(power: Double) -> Double { 10 * log10(power) }

/// An amplitude ratio in decibels; minus infinity for nothing.
func decibels(amplitude: Double) -> Double { 20 * log10(amplitude) }
