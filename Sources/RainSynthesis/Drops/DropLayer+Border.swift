// SPDX-License-Identifier: MIT
/// Audio thread: the work at a quantum boundary, drop by drop, in a fixed order.
extension DropLayer {
    /// The owner of an impact that does not belong to a waiting drop.
    enum Owner {
        /// No bubble follows: the impact is the entire drop.
        static var nobody: Int32 { @_noLocks get { -1 } }
        /// A bubble that has already begun.
        static var bubble: Int32 { @_noLocks get { -2 } }
    }

    /// Begins the bubbles that are due in this quantum.
    @_noLocks mutating func startBubbles() {
        let list = Int(truncatingIfNeeded: quantum & (DropLayer.horizon &- 1))
        while true {
            let handle = wheel.takeFirst(list)
            if handle < 0 { return }
            if drops.first[Int(handle)].due > quantum {
                // The drop is due beyond the horizon: it is queued again.
                queue(handle)
                continue
            }
            bubbles.add(drops.first[Int(handle)])
            release(handle)
        }
    }

    /// Queues a drop for the quantum in which its bubble is due, or for the horizon.
    @_noLocks private mutating func queue(_ handle: Int32) {
        let last = quantum &+ DropLayer.horizon &- 1
        let due = drops.first[Int(handle)].due
        let list = Int(truncatingIfNeeded: (due < last ? due : last) & (DropLayer.horizon &- 1))
        drops.first[Int(handle)].waiting = Int32(truncatingIfNeeded: list)
        wheel.append(handle, to: list)
    }

    /// Steals the quietest drops if the new ones would be too many. Only in such a quantum does it examine any drop. Of equally
    /// quiet drops, voice stealing takes bubbles first, then drops that wait for their bubbles, then impacts without one.
    @_noLocks mutating func makeRoom() {
        let excess = active &+ onsetCount &- voices
        guard excess > 0, active > 0 else { return }
        let drops = drops.first
        loudness.reset()
        for slot in 0..<bubbles.count { loudness.count(bubbles.power(slot)) }
        for handle in 0..<used where drops[handle].waiting >= 0 { loudness.count(drops[handle].power(at: quantum)) }
        for slot in 0..<impacts.count where impacts.owner(slot) == Owner.nobody { loudness.count(impacts.power(slot)) }
        loudness.choose(excess < active ? excess : active)
        for slot in 0..<bubbles.count where loudness.shouldSteal(bubbles.power(slot)) {
            bubbles.fadeOut(slot)
            countStolen()
        }
        for handle in 0..<used where drops[handle].waiting >= 0 && loudness.shouldSteal(drops[handle].power(at: quantum)) {
            wheel.remove(Int32(truncatingIfNeeded: handle), from: Int(drops[handle].waiting))
            drops[handle].waiting = Drop.Wait.leaving
            countStolen()
        }
        for slot in 0..<impacts.count {
            let owner = impacts.owner(slot)
            if owner >= 0 && drops[Int(owner)].waiting == Drop.Wait.leaving {
                impacts.fadeOut(slot)
            } else if owner == Owner.nobody && loudness.shouldSteal(impacts.power(slot)) {
                impacts.fadeOut(slot)
                countStolen()
            }
        }
        for handle in 0..<used where drops[handle].waiting == Drop.Wait.leaving {
            release(Int32(truncatingIfNeeded: handle))
        }
    }

    @_noLocks private mutating func countStolen() {
        active &-= 1
        stolen &+= 1
    }

    /// Begins the quantum's drops, in order of onset, while there are free voices.
    @_noLocks mutating func beginDrops() {
        for index in 0..<onsetCount {
            if active == voices {
                refused &+= 1
                stolen &+= 1
                continue
            }
            started &+= 1
            let shape = shapes.first + index
            let onset = onsets.first[index].position
            let handle = takeHandle()
            let drop = drops.first + Int(handle)
            drop.initialize(
                to: Drop(
                    shape.pointee, quantum: quantum, onset: onset, impactGain: gains.first[index].x, bubbleGain: gains.first[index].y,
                    logarithms: &logarithms))
            var owner = Owner.nobody
            if drop.pointee.amplitude > 0 {
                if drop.pointee.due > quantum {
                    owner = handle
                    queue(handle)
                } else {
                    owner = Owner.bubble
                    bubbles.add(drop.pointee)
                }
            }
            if owner < 0 { release(handle) }
            let amplitude = drop.pointee.impactAmplitude
            if amplitude > 0 {
                impacts.add(
                    owner: owner, onset: onset, duration: shape.pointee.impactDuration, left: amplitude * shape.pointee.left,
                    right: amplitude * shape.pointee.right)
            } else if owner == Owner.nobody {
                continue
            }
            active &+= 1
        }
    }

    /// Adds a quantum of everything that sounds.
    @_noLocks mutating func renderVoices() {
        endedImpactCount = impacts.accumulate(into: sums, ended: endedImpacts.first)
        endedBubbleCount = bubbles.accumulate(into: sums, ended: endedBubbles.first)
    }

    /// Releases the voices that ended with the last quantum, from the highest slot down, so that none of them moves.
    @_noLocks mutating func releaseEnded() {
        while endedImpactCount > 0 {
            endedImpactCount &-= 1
            let slot = Int(endedImpacts.first[endedImpactCount])
            if impacts.owner(slot) == Owner.nobody && !impacts.isFading(slot) { active &-= 1 }
            impacts.remove(slot)
        }
        while endedBubbleCount > 0 {
            endedBubbleCount &-= 1
            let slot = Int(endedBubbles.first[endedBubbleCount])
            if !bubbles.isFading(slot) { active &-= 1 }
            bubbles.remove(slot)
        }
    }

    /// Takes the handle that was freed last, or else the lowest unused one. There must be one.
    @_noLocks private mutating func takeHandle() -> Int32 {
        if freeCount > 0 {
            freeCount &-= 1
            return free.first[freeCount]
        }
        used &+= 1
        return Int32(truncatingIfNeeded: used &- 1)
    }

    @_noLocks mutating func release(_ handle: Int32) {
        drops.first[Int(handle)].waiting = Drop.Wait.none
        free.first[freeCount] = handle
        freeCount &+= 1
    }
}
