/// Audio thread: what happens at a quantum's border, drop by drop, in a fixed order.
extension DropLayer {
    /// Looks after every drop that is due in this quantum.
    @_noLocks mutating func turnWheel() {
        let list = Int(truncatingIfNeeded: quantum & (DropLayer.horizon &- 1))
        while true {
            let handle = wheel.first(list)
            if handle < 0 { return }
            wheel.remove(handle, from: list)
            if drops[Int(handle)].due > quantum {
                // Due beyond the horizon: it only passes by.
                wait(handle)
                continue
            }
            advance(handle)
            let drop = drops + Int(handle)
            if drop.pointee.impactSlot == Drop.Slot.none && drop.pointee.bubbleSlot == Drop.Slot.none {
                active &-= 1
                release(handle)
            } else {
                drop.pointee.due = drop.pointee.nextDue(after: quantum)
                wait(handle)
            }
        }
    }

    /// Brings a drop to where it is in this quantum: ends what is over, begins what begins.
    @_noLocks private mutating func advance(_ handle: Int32) {
        let drop = drops + Int(handle)
        let now = drop.pointee.time(quantum)
        if drop.pointee.impactSlot >= 0 && drop.pointee.impactEnd <= now { endImpact(drop) }
        if drop.pointee.bubbleSlot == Drop.Slot.toCome && drop.pointee.bubbleStart < now + 64 {
            drop.pointee.bubbleSlot = bubbles.add(
                DropBubbles.Voice(
                    drop: handle, time: now - drop.pointee.bubbleStart,
                    length: drop.pointee.bubbleEnd - drop.pointee.bubbleStart, frequency: drop.pointee.frequency,
                    rise: drop.pointee.rise, decay: drop.pointee.decay, amplitude: drop.pointee.bubbleAmplitude,
                    left: drop.pointee.left, right: drop.pointee.right))
        } else if drop.pointee.bubbleSlot >= 0 && drop.pointee.bubbleEnd <= now {
            endBubble(drop)
        }
    }

    /// Queues a drop for the quantum in which it is due, or for the horizon.
    @_noLocks private mutating func wait(_ handle: Int32) {
        let last = quantum &+ DropLayer.horizon &- 1
        let due = drops[Int(handle)].due
        let list = Int(truncatingIfNeeded: (due < last ? due : last) & (DropLayer.horizon &- 1))
        drops[Int(handle)].waiting = Int32(truncatingIfNeeded: list)
        wheel.append(handle, to: list)
    }

    /// Sets the quietest drops fading when the new ones would be too many: whole levels first, then of the last level those
    /// with the lowest handles. Only in such a quantum is anything looked at for it.
    @_noLocks mutating func makeRoom() {
        let excess = active &+ onsetCount &- voices
        guard excess > 0, active > 0 else { return }
        for level in 0..<Drop.levels { loudness[level] = 0 }
        for handle in 0..<used where drops[handle].isRunning { loudness[drops[handle].level(at: quantum)] &+= 1 }
        var last = 0
        var below = 0
        while last < Drop.levels &- 1 && below &+ Int(loudness[last]) < excess {
            below &+= Int(loudness[last])
            last &+= 1
        }
        var rest = excess &- below
        var handle = 0
        while handle < used && active > 0 {
            if drops[handle].isRunning {
                let level = drops[handle].level(at: quantum)
                if level < last {
                    fadeOut(Int32(truncatingIfNeeded: handle))
                } else if level == last && rest > 0 {
                    rest &-= 1
                    fadeOut(Int32(truncatingIfNeeded: handle))
                }
            }
            handle &+= 1
        }
    }

    @_noLocks private mutating func fadeOut(_ handle: Int32) {
        let drop = drops + Int(handle)
        wheel.remove(handle, from: Int(drop.pointee.waiting))
        drop.pointee.waiting = -1
        if drop.pointee.impactSlot >= 0 { impacts.fadeOut(drop.pointee.impactSlot) }
        if drop.pointee.bubbleSlot >= 0 { bubbles.fadeOut(drop.pointee.bubbleSlot) }
        fading[fadingCount] = handle
        fadingCount &+= 1
        active &-= 1
        yielded &+= 1
    }

    /// Begins the quantum's drops, in order of onset, as far as there is room.
    @_noLocks mutating func beginDrops() {
        for index in 0..<onsetCount {
            if active == voices {
                refused &+= 1
                yielded &+= 1
                continue
            }
            started &+= 1
            if begun[index].impactSlot == Drop.Slot.none && begun[index].bubbleSlot == Drop.Slot.none { continue }
            freeCount &-= 1
            let handle = free[freeCount]
            let drop = drops + Int(handle)
            if Int(handle) >= used { used = Int(handle) &+ 1 }
            drop.pointee = begun[index]
            if drop.pointee.impactSlot == Drop.Slot.toCome {
                let amplitude = Float(drop.pointee.impactAmplitude)
                drop.pointee.impactSlot = impacts.add(
                    drop: handle, onset: drop.pointee.onset, duration: drop.pointee.impactEnd - drop.pointee.onset,
                    left: amplitude * drop.pointee.left, right: amplitude * drop.pointee.right)
            }
            advance(handle)
            drop.pointee.due = drop.pointee.nextDue(after: quantum)
            wait(handle)
            active &+= 1
        }
    }

    /// Frees the drops that faded in this quantum.
    @_noLocks mutating func releaseFaded() {
        for index in 0..<fadingCount {
            let handle = fading[index]
            let drop = drops + Int(handle)
            if drop.pointee.impactSlot >= 0 { endImpact(drop) }
            if drop.pointee.bubbleSlot >= 0 { endBubble(drop) }
            release(handle)
        }
        fadingCount = 0
    }

    @_noLocks private mutating func endImpact(_ drop: UnsafeMutablePointer<Drop>) {
        let moved = impacts.remove(drop.pointee.impactSlot)
        if moved >= 0 { drops[Int(moved)].impactSlot = drop.pointee.impactSlot }
        drop.pointee.impactSlot = Drop.Slot.none
    }

    @_noLocks private mutating func endBubble(_ drop: UnsafeMutablePointer<Drop>) {
        let moved = bubbles.remove(drop.pointee.bubbleSlot)
        if moved >= 0 { drops[Int(moved)].bubbleSlot = drop.pointee.bubbleSlot }
        drop.pointee.bubbleSlot = Drop.Slot.none
    }

    @_noLocks mutating func release(_ handle: Int32) {
        drops[Int(handle)].waiting = -1
        free[freeCount] = handle
        freeCount &+= 1
    }
}
