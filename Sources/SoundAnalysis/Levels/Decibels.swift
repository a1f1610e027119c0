// SPDX-License-Identifier: MIT
import Foundation

/// A power ratio in decibels; minus infinity for 0.
func decibels(power: Double) -> Double { 10 * log10(power) }

/// An amplitude ratio in decibels; minus infinity for 0.
func decibels(amplitude: Double) -> Double { 20 * log10(amplitude) }
