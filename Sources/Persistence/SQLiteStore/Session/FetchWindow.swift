/// Counts records into a window of limit and offset.
struct FetchWindow {
    /// Ends a fetch early.
    struct Full: Error {}

    private var toSkip: Int
    private var toTake: Int?

    init(limit: Int, offset: Int) {
        toSkip = offset
        toTake = limit > 0 ? limit : nil
    }

    var isFull: Bool { toTake == 0 }

    /// Whether the next record is in the window.
    mutating func admitsNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        if let rest = toTake { toTake = rest - 1 }
        return true
    }
}
