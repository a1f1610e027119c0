// SPDX-License-Identifier: MIT
import Foundation

/// The key by which the spellings of a Japanese name are alike: おおさき, オオサキ, Oosaki, Ousaki and Ōsaki.
///
/// Kana become Latin letters after Hepburn, and the length of o and u is left out, as each spelling writes it in another way.
enum JapaneseSpelling {
    private static let kana =
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ"
    private static let syllables = """
        a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo ra ri ru re ro \
        wa o n ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi pu pe po
        """
    private static let latin = Dictionary(uniqueKeysWithValues: zip(kana, syllables.split(separator: " ").map(String.init)))
    private static let glides: [Character: String] = ["ゃ": "ya", "ゅ": "yu", "ょ": "yo"]
    /// From ァ to ぁ.
    private static let katakana: ClosedRange<UInt32> = 0x30A1...0x30F6
    private static let toHiragana: UInt32 = 0x60

    static func key(_ name: String) -> String {
        var key = RailwayMap.key(romanised(name))
        // Hepburn has an m before these letters, and others have an n.
        for (spelling, plain) in [("nb", "mb"), ("nm", "mm"), ("np", "mp"), ("oo", "o"), ("ou", "o"), ("uu", "u")] {
            key = key.replacing(spelling, with: plain)
        }
        return key
    }

    private static func romanised(_ name: String) -> String {
        var text = ""
        var isDoubled = false
        for letter in hiragana(name) where letter != "ー" {
            if let glide = glides[letter], text.last == "i" {
                text.removeLast()
                text += ["sh", "ch", "j"].contains(where: text.hasSuffix) ? glide.dropFirst() : glide[...]
            } else if letter == "っ" {
                isDoubled = true
            } else if let syllable = latin[letter] {
                if isDoubled { text += syllable.hasPrefix("ch") ? "t" : syllable.prefix(1) }
                isDoubled = false
                text += syllable
            } else {
                text.append(letter)
            }
        }
        return text
    }

    /// The text with each katakana as its hiragana.
    private static func hiragana(_ name: String) -> String {
        let scalars = name.folding(options: .widthInsensitive, locale: nil).unicodeScalars.map { scalar in
            katakana.contains(scalar.value) ? Unicode.Scalar(scalar.value - toHiragana) ?? scalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
