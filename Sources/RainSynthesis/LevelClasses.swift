/// Running drops by how loud they are now, in classes of 6.02 dB (a power of two), so that the quietest is found without
/// a scan: it is the one that has been in the lowest occupied class for longest. Audio thread; no memory after `init`.
struct LevelClasses: ~Copyable {
    /// Class 0 holds amplitudes of 8 and more, class c those from 2^(3-c) on; the last one reaches below -90 dB.
    static var count: Int32 { @_noLocks get { 19 } }

    private var lists: DropLists

    init(drops: Int) { lists = DropLists(lists: Int(LevelClasses.count), items: drops) }

    /// The class of an amplitude (not negative).
    @_noLocks static func of(_ amplitude: Double) -> Int32 {
        let exponent = Int32(truncatingIfNeeded: (amplitude.bitPattern &>> 52) & 0x7ff) &- 1023
        let place = 3 &- exponent
        return place < 0 ? 0 : place > 18 ? 18 : place
    }

    /// The amplitude below which a drop leaves a class, in powers of two.
    @_noLocks static func floorExponent(_ place: Int32) -> Int32 { 3 &- place }

    @_noLocks mutating func add(_ drop: Int32, to place: Int32) { lists.append(drop, to: Int(place)) }
    @_noLocks mutating func remove(_ drop: Int32, from place: Int32) { lists.remove(drop, from: Int(place)) }

    /// The quietest drop, -1 when there is none.
    @_noLocks func quietest() -> Int32 {
        var place = LevelClasses.count &- 1
        while place >= 0 {
            let drop = lists.first(Int(place))
            if drop >= 0 { return drop }
            place &-= 1
        }
        return -1
    }
}
