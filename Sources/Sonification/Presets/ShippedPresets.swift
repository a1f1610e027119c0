// SPDX-License-Identifier: MIT
// swift-format-ignore-file
/// The shipped presets: a copy of presets/ for a program that is installed without those files. Written by the tests.
enum ShippedPresets {
    static let all: [(name: String, text: String)] = [
        ("attic", #"""
        preset: 1
        title: In the attic
        describe: Rain on wooden shingles, a long roof over a quiet room. Faster is harder rain.
        place: indoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 8
          rain.level: 14
          rain.surface: wood
          rain.distance: 0.5
          rain.reach: 10
          rain.peaks: 14
          rain.shelter: 20
          rain.room: 0.4
          rain.room.time: 0.9
          wind.level: -10
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [8, 40]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("car", #"""
        preset: 1
        title: In the car
        describe: Rain on the roof of a car. Faster is harder rain and more wind.
        place: indoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 15
          rain.level: 14
          rain.surface: car roof
          rain.distance: 0.2
          rain.reach: 1.2
          rain.peaks: 25
          rain.shelter: 8
          rain.room: 0.2
          rain.room.time: 0.1
          wind.level: -16
          wind.speed: 5
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [15, 60]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
          - from: speed
            unit: km/h
            to: wind.speed
            domain: [0, 120]
            range: [5, 14]
            curve: linear
            smooth: { attack: 0.5, release: 1 }
            say: More wind is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("classic", #"""
        # The drop, the pauses and the noises of the RainGenerator program, with its values.
        preset: 1
        title: Classic drops
        describe: The RainGenerator sound, single drops over brown and pink noise. Nothing is mapped.
        place: abstract
        base:
          drops.rate: 300
          drops.regularity: 1
          drops.impact.amplitude: 0.4
          drops.impact.amplitude.variation: 30
          drops.impact.duration: 7.5
          drops.impact.duration.variation: 30
          drops.delay: 15
          drops.delay.variation: 30
          drops.bubble.amplitude: 0.7
          drops.bubble.amplitude.variation: 30
          drops.bubble.frequency: 400
          drops.bubble.frequency.variation: 30
          drops.bubble.duration: 30
          drops.bubble.duration.variation: 30
          drops.bubble.decay: 6
          drops.bubble.rise: 0.5
          drops.width: 0.3
          bed.white: 0
          bed.brown: 0.05
          bed.pink: 0.025
          master.level: -8.5

        """#),
        ("commuter", #"""
        # The default. Single short drops that can be counted over a quiet bed: their number is the speed.
        preset: 1
        title: Commuter rain
        describe: >-
          Denser, brighter and louder rain is faster; a slow drip is standing. A swelling wash without drops is a lost fix, a
          little of it a vague one. On the railway each line is rain on another material, and each direction has its own side,
          one of them with a hiss. A rumble grows towards a station and shrinks in it; a dull drip under a steady roar is a
          position that is only estimated, as in a tunnel; without rumble you are off the train. Notes are events: wood for
          stations, glass for leaving and changing, bells for the fix and your destination.
        place: outdoor
        base:
          drops.rate: 240
          drops.regularity: 8
          drops.level: -6
          drops.brightness: -0.7
          drops.impact.amplitude: 0.5
          drops.impact.amplitude.variation: 10
          drops.impact.duration: 0.5
          drops.delay: 0.3
          drops.bubble.amplitude: 0.5
          drops.bubble.amplitude.variation: 10
          drops.bubble.frequency: 1500
          drops.bubble.frequency.variation: 12
          drops.bubble.duration: 6
          drops.bubble.rise: 0.2
          drops.width: 0.4
          bed.white: 0
          bed.pink: 0
          bed.brown: 0.016
          rain.intensity: 8
          rain.level: -7
          rain.peaks: 400
          rain.bed.level: 5
          master.level: 1
          wash.frequency: 220
          wash.pulse: 0.7
        map:
          - from: speed
            unit: km/h
            to: drops.rate
            domain: [0, 120]
            range: [240, 3600]
            curve: log
            smooth: { attack: 0.3, release: 0.8 }
            missing: { hold: 3, then: hold }
            say: Rain density is speed.
          - from: speed
            unit: km/h
            to: drops.brightness
            domain: [0, 120]
            range: [-0.7, 0.8]
            smooth: { attack: 0.3, release: 0.8 }
            missing: { hold: 3, then: hold }
            say: Faster is brighter.
          - from: speed
            unit: km/h
            to: drops.level
            domain: [0, 120]
            range: [-6, 0]
            smooth: { attack: 0.3, release: 0.8 }
            missing: { hold: 3, then: hold }
            say: Faster is louder.
          - from: lost
            to: drops.rate
            domain: [0, 1]
            range: [1, 0]
            combine: multiply
            smooth: { attack: 0.3, release: 0.5 }
            say: No drops at all means that the fix is lost.
          - from: lost
            to: rain.level
            domain: [0, 1]
            range: [-7, -60]
            smooth: { attack: 0.3, release: 0.5 }
            say: The rain behind stops with them.
          - from: lost
            to: bed.pink
            domain: [0, 1]
            range: [0, 0.013]
            smooth: { attack: 0.3, release: 0.5 }
            say: What is left is even noise.
          - from: accuracy
            unit: m
            to: wash.level
            domain: [20, 200]
            range: [0, 0.009]
            smooth: { attack: 1, release: 2 }
            say: A low wash means a vague position.
          - from: lost
            to: wash.level
            domain: [0, 1]
            range: [0, 0.019]
            combine: max
            smooth: { attack: 0.5, release: 0.5 }
            say: A swelling wash alone means that the fix is lost.
          - from: line.colour
            to: drops.material
            choose: { 0: wood, 1: glass, 2: tin, 3: water, 4: stone, 5: tent, 6: leaves, 7: car roof }
            missing: { hold: 3, then: base }
            say: Each line is rain on another material than the lines that it meets.
          - from: direction.side
            to: drops.pan
            domain: [-1, 1]
            range: [-0.6, 0.6]
            smooth: 0.5
            say: Each direction along the line has its own side.
          - from: direction.side
            to: bed.white
            domain: [-1, 1]
            range: [0, 0.008]
            smooth: 0.5
            say: The direction on the right has a hiss, for those who hear one channel.
          - from: phase
            to: bed.brown
            choose: { approaching: 0.035, visiting: 0.007 }
            smooth: { attack: 1, release: 1 }
            say: The rumble grows towards a station and shrinks in it.
          - from: offTrain
            to: bed.brown
            domain: [0, 1]
            range: [1, 0]
            combine: multiply
            smooth: 1
            say: No rumble means that you are not on a train.
          - from: estimated
            to: drops.rate
            domain: [0, 1]
            range: [0, 300]
            combine: max
            smooth: 0.5
            say: A slow drip goes on while the position is estimated.
          - from: estimated
            to: drops.brightness
            domain: [0, 1]
            range: [0, -0.9]
            combine: add
            smooth: 0.5
            say: Its drops are dull.
          - from: estimated
            to: wash.level
            domain: [0, 1]
            range: [0, 0.012]
            combine: max
            smooth: { attack: 1, release: 0.5 }
            say: A roar lies under it.
          - from: estimated
            to: wash.pulse
            domain: [0, 1]
            range: [0.7, 0]
            smooth: { attack: 0.5, release: 0.5 }
            say: The roar is steady.
          - from: estimated
            to: wash.frequency
            domain: [0, 1]
            range: [220, 600]
            smooth: { attack: 0.5, release: 0.5 }
            say: And it lies higher than the wash of a lost fix.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            patience: 20
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [g4, b4], gap: 0.25, level: -18 }
            priority: 8
            patience: 20
            duck: { by: 4, release: 0.6 }
            say: The fix is back.
          - on: approaching
            play: { voice: wood, notes: [e4, b4], gap: 0.15, level: -8 }
            priority: 5
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: A station is near.
          - on: arrived
            play: { voice: wood, notes: [b4, g4, e4], gap: 0.15, level: -12 }
            priority: 6
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: The train stands at a station.
          - on: passed
            play: { voice: wood, notes: [a4], level: -10 }
            priority: 3
            patience: 20
            duck: { by: 4, release: 0.4 }
            say: The train has run through a station.
          - on: stopped between stations
            play: { voice: wood, notes: [e4, e4], gap: 0.4, level: -10 }
            priority: 4
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: The train stands outside a station.
          - on: departed
            play: { voice: glass, notes: [e4, g4, b4], gap: 0.15, level: -10 }
            priority: 5
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: The train has left.
          - on: line changed
            play: { voice: glass, notes: [b4, e4, b4], gap: 0.15, level: -10 }
            priority: 7
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: The train is on another line.
          - on: direction changed
            play: { voice: glass, notes: [b4, e4], gap: 0.25, level: -10 }
            priority: 7
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: The train runs the other way.
          - on: on train
            play: { voice: glass, notes: [e4, e4, e4, b4], gap: 0.12, level: -10 }
            priority: 6
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: You are on a train.
          - on: off train
            play: { voice: glass, notes: [b4, b4, b4, e4], gap: 0.12, level: -10 }
            priority: 6
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: You are off the train.
          - on: destination soon
            play: { voice: bell, notes: [b4, b4, b4], gap: 0.2, level: -16 }
            priority: 9
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: Two minutes to your destination.
          - on: destination reached
            play: { voice: bell, notes: [b4, g4, b4, e5], gap: 0.2, level: -16 }
            priority: 9
            patience: 20
            duck: { by: 6, release: 0.6 }
            say: You are at your destination.

        """#),
        ("courtyard", #"""
        preset: 1
        title: Courtyard
        describe: Rain on paving stones with a gutter that fills; it runs on when the rain has eased. Faster is harder rain.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 15
          rain.level: 1
          rain.surface: puddle
          rain.peaks: 16
          rain.flow.level: -4
          rain.flow.course: gutter
          rain.flow.memory: 60
          rain.room: 0.12
          rain.room.time: 0.6
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [15, 50]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("downpour", #"""
        preset: 1
        title: Downpour
        describe: Heavy rain on open ground. Faster is harder rain, with more, larger and louder drops.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 40
          rain.level: -4
          rain.peaks: 12
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [40, 110]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("drizzle", #"""
        preset: 1
        title: Drizzle
        describe: Fine rain on open ground after a dry day. Faster is denser.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 2
          rain.level: 14
          rain.peaks: 30
          rain.water: 0.05
          rain.movement: 0.6
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [2, 9]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Denser drizzle is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("forest", #"""
        preset: 1
        title: In the forest
        describe: Rain on leaves overhead and around, a little wind in them. Faster is harder rain.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 10
          rain.level: 5
          rain.surface: leaves
          rain.peaks: 20
          rain.water: 0
          wind.level: -8
          wind.speed: 4
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [10, 40]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("gutter", #"""
        preset: 1
        title: Dripping gutter
        describe: After the rain, a drain runs and single drops fall into it; you count them. Faster is more drops.
        place: indoor
        base:
          drops.rate: 140
          bed.pink: 0
          bed.brown: 0
          drops.regularity: 6
          drops.material: water
          drops.resonance: -8
          drops.level: -6
          drops.impact.amplitude: 0.3
          drops.impact.amplitude.variation: 30
          drops.impact.duration: 1.2
          drops.delay: 6
          drops.delay.variation: 30
          drops.bubble.amplitude: 0.5
          drops.bubble.amplitude.variation: 30
          drops.bubble.frequency: 750
          drops.bubble.frequency.variation: 18
          drops.bubble.duration: 35
          drops.width: 0.3
          rain.intensity: 0.8
          rain.level: 13
          rain.peaks: 20
          rain.shelter: 1
          rain.opening: 0.3
          rain.room: 0.3
          rain.room.time: 0.8
          rain.flow.level: 6
          rain.flow.course: drain
        map:
          - from: speed
            unit: km/h
            to: drops.rate
            domain: [0, 120]
            range: [140, 1800]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: More drops are faster.
          - from: lost
            to: drops.rate
            domain: [0, 1]
            range: [1, 0]
            combine: multiply
            smooth: 0.5
            say: No drops at all means that the fix is lost.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("hiker", #"""
        preset: 1
        title: Hiker's drops
        describe: Drops fall with the pace and rise in pitch uphill. A bell tells every kilometre, wood every hundred metres.
        place: abstract
        base:
          drops.rate: 60
          drops.regularity: 12
          drops.level: -6
          drops.material: wood
          drops.resonance: -6
          drops.impact.amplitude: 0.4
          drops.impact.amplitude.variation: 10
          drops.impact.duration: 2
          drops.delay: 0.5
          drops.bubble.amplitude: 0.4
          drops.bubble.frequency: 700
          drops.bubble.frequency.variation: 3
          drops.bubble.duration: 20
          drops.bubble.rise: 0.2
          drops.width: 0.3
          bed.pink: 0.014
          bed.brown: 0.016
        map:
          - from: speed
            unit: km/h
            to: drops.rate
            domain: [0, 7]
            range: [60, 660]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            missing: { hold: 10, then: hold }
            say: The faster the pace, the faster the drops.
          - from: climb
            unit: m/h
            to: drops.brightness
            domain: [-600, 600]
            range: [-1, 1]
            hysteresis: 30
            smooth: { attack: 1, release: 1 }
            missing: { hold: 10, then: 0 }
            say: Higher drops are uphill, lower ones downhill.
          - from: lost
            to: drops.rate
            domain: [0, 1]
            range: [1, 0]
            combine: multiply
            smooth: 0.5
            say: No drops at all means that the fix is lost.
          - from: lost
            to: wash.level
            domain: [0, 1]
            range: [0, 0.02]
            smooth: 0.5
            say: A wash alone means that the fix is lost.
        events:
          - on: every 1 km
            play: { voice: bell, notes: [e4, b4], gap: 0.2, level: -14 }
            priority: 5
            duck: { by: 4, release: 0.8 }
            say: Another kilometre.
          - on: every 100 m
            play: { voice: wood, notes: [e4], level: -18 }
            priority: 2
            cooldown: 0.5
            say: Another hundred metres.
          - on: fix lost
            play: { voice: glass, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            say: The fix is lost.
          - on: fix back
            play: { voice: glass, notes: [e4, g4, b4], gap: 0.15, level: -20 }
            priority: 8
            cooldown: 2
            say: The fix is back.

        """#),
        ("noise", #"""
        preset: 1
        title: Far rain
        describe: The continuous noise alone, without drops. Louder is faster.
        place: abstract
        base:
          drops.rate: 0
          bed.white: 0.002
          bed.pink: 0.03
          bed.brown: 0.03
          bed.level: -6
        map:
          - from: speed
            unit: km/h
            to: bed.level
            domain: [0, 120]
            range: [-6, 4]
            smooth: { attack: 0.5, release: 1 }
            missing: { hold: 3, then: hold }
            say: Louder is faster.

        """#),
        ("pond", #"""
        preset: 1
        title: On the pond
        describe: Every drop on the water leaves a bubble that rings. Faster is harder rain.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 6
          rain.level: 7
          rain.surface: water
          rain.peaks: 20
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [6, 25]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("storm", #"""
        # The downpour, with all that comes with it.
        preset: 1
        title: Storm
        describe: A cloudburst with gusts, runnels and thunder far off. Faster is harder rain and more wind.
        place: outdoor
        extends: downpour
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 70
          rain.level: -5
          rain.peaks: 12
          rain.movement: 1
          rain.water: 0.3
          rain.flow.level: -12
          wind.level: -4
          wind.speed: 7
          thunder.level: 0
          thunder.rate: 0.7
          thunder.distance: 4500
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [70, 180]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
          - from: speed
            unit: km/h
            to: wind.speed
            domain: [0, 120]
            range: [7, 12]
            curve: linear
            smooth: { attack: 0.5, release: 1 }
            say: More wind is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("tent", #"""
        preset: 1
        title: In the tent
        describe: Rain on the cloth overhead, the world outside muffled. Faster is harder rain.
        place: indoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 12
          rain.level: 10
          rain.surface: tent
          rain.distance: 0.2
          rain.reach: 4
          rain.peaks: 20
          rain.shelter: 0.4
          rain.room: 0.1
          rain.room.time: 0.15
          wind.level: -14
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [12, 50]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("tin-roof", #"""
        preset: 1
        title: Cloudburst on tin
        describe: A tin roof roars over the room. Faster is harder rain.
        place: indoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 80
          rain.level: 4
          rain.surface: tin
          rain.distance: 0.3
          rain.reach: 8
          rain.peaks: 16
          rain.shelter: 6
          rain.opening: 0.02
          rain.room: 0.35
          rain.room.time: 0.7
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [80, 200]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("tone", #"""
        preset: 1
        title: Speed as pitch
        describe: One tone, no rain. Three octaves from standing to 120 km/h; a lost fix turns the tone into a wash.
        place: abstract
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          tone.level: -24
          tone.frequency: 110
          tone.shape: triangle
        map:
          - from: speed
            unit: km/h
            to: tone.frequency
            domain: [0, 120]
            range: [110, 880]
            curve: log
            smooth: { attack: 0.3, release: 0.5 }
            missing: { hold: 3, then: hold }
            say: Higher is faster.
          - from: lost
            to: tone.level
            domain: [0, 1]
            range: [-24, -90]
            smooth: 0.3
            say: No tone means that the fix is lost.
          - from: lost
            to: wash.level
            domain: [0, 1]
            range: [0, 0.03]
            smooth: 0.5
            say: A wash alone means that the fix is lost.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -14 }
            priority: 8
            cooldown: 2
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -14 }
            priority: 8
            cooldown: 2
            say: The fix is back.

        """#),
        ("umbrella", #"""
        preset: 1
        title: Under the umbrella
        describe: Drops drum on the cloth above, the street around hisses. Faster is harder rain.
        place: outdoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 12
          rain.level: 11
          rain.surface: umbrella
          rain.distance: 0.05
          rain.reach: 2
          rain.peaks: 14
          rain.bed.level: -9
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [12, 45]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
        ("window", #"""
        preset: 1
        title: At the window
        describe: Drops on the pane, the garden far behind it. Faster is harder rain.
        place: indoor
        base:
          drops.rate: 0
          bed.pink: 0
          bed.brown: 0
          rain.intensity: 10
          rain.level: 11
          rain.surface: glass
          rain.distance: 0.1
          rain.reach: 1.5
          rain.peaks: 25
          rain.shelter: 10
          rain.opening: 0.03
          rain.room: 0.3
          rain.room.time: 0.5
          wind.level: -12
        map:
          - from: speed
            unit: km/h
            to: rain.intensity
            domain: [0, 120]
            range: [10, 45]
            curve: log
            smooth: { attack: 0.5, release: 1 }
            say: Harder rain is faster.
        events:
          - on: fix lost
            play: { voice: bell, notes: [g4, e4], gap: 0.25, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is lost.
          - on: fix back
            play: { voice: bell, notes: [e4, g4, b4], gap: 0.15, level: -18 }
            priority: 8
            cooldown: 2
            duck: { by: 4, release: 0.6 }
            say: The fix is back.

        """#),
    ]
}
