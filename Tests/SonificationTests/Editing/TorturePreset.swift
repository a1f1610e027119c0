// SPDX-License-Identifier: MIT
/// A preset with every YAML feature that a user might use.
enum TorturePreset {
    static let text = #"""
        %YAML 1.1
        # Before everything 雨音
        ---   # a document begins
        "preset" : 1
        'title': "It rains \u266a \"hard\""   # quoted, with escapes
        describe: Words that are written
          plainly over three lines,
          with  odd   spaces.
        place:	abstract	# tabs
        base: # resting
            # about the drops
            drops.rate: &often 480      # per minute
            "drops.level": '-6'         # quoted twice
            drops.regularity :   4
            drops.bubble.frequency: !!float 1500.0
            # the bed

            bed.pink: &quiet 0.013
            bed.brown: *quiet
            drops.material: "wood"   # out of order
            wash.level: 1e-3
            tone.frequency: 4_40

        map:
        # no indentation here
        - from: speed
          unit: km/h
          to: drops.rate
          domain: &all [ 0,   # standing
                         120 ]
          range: [
            240,
            3600    # dense
          ]
          curve: {power: 1.5}
          smooth: &slow { attack: 1.5, release: 2 , }
          missing:
              hold: 3
              # and then
              then: base
          say: |
              Rain density
              is speed.
        - { from: "speed", unit: km/h, 'to': drops.brightness, domain: *all, range: [-0.5,
              0.5], smooth: *slow }
        -   to: drops.level    # the order of keys is free
            from: altitude
            hysteresis: 2
            curve:
                table:
                - [0, -20]
                - - 100     # metres
                  - -10
                -
                  - 2000
                  - -3
            combine: add
            say: >+
              Folded
              and kept.

        - from: line
          to: drops.material
          choose: { JR-East.Yamanote: wood, "Toei.Mita": 'glass',
                    TokyoMetro.Ginza: tin, # orange
                    Odd.Line : stone }
          otherwise: hash
        - from: direction
          to: drops.pan
          choose:
            ascending: -0.5   # left
            descending: +0.5  # right
          otherwise: base
          smooth: 0.5
        events:
          - on: fix lost
            play: &bell { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            duck: { by: 4, release: 0.6 }
          - on: "speed crosses 80 km/h up"
            play: {voice: wood, notes: [c#5, "440"], level: -12.50, pan: -0.2}
            cooldown: 30   # seconds
            hysteresis: 4
          -
            on: every 5 min
            play: *bell
        # The end 終
        ...
        # after it

        """#

    /// The same with CRLF line breaks.
    static let textWithCRLF = text.replacing("\n", with: "\r\n")
}
