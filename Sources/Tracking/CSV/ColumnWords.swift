// SPDX-License-Identifier: MIT
/// The words of a column's name in lower case: `IMU_ATTI(0):Longitude` is imu, atti, 0, longitude; `latitudeE7` is latitude, e7.
enum ColumnWords {
    static func of(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for scalar in name.unicodeScalars {
            switch scalar {
            case "°", "º":
                end()
                words.append("deg")
                wasLower = false
            case "A"..."Z":
                if wasLower { end() }
                word += String(scalar).lowercased()
                wasLower = false
            case "a"..."z":
                word.unicodeScalars.append(scalar)
                wasLower = true
            case "0"..."9":
                word.unicodeScalars.append(scalar)
                wasLower = false
            case _ where scalar.value >= 0x80: word.unicodeScalars.append(scalar)
            default:
                end()
                wasLower = false
            }
        }
        end()
        return words
    }
}
