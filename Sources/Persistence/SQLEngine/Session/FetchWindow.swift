/// Counts records into a window of limit and offset.
package struct FetchWindow {
    /// Ends a fetch early.
    package struct Full: Error {}

    private var toSkip: Int
    private var toTake: Int?

    package init(limit: Int, offset: Int) {
        toSkip = offset
        toTake = limit > 0 ? limit : nil
    }

    package var isFull: Bool { toTake == 0 }

    /// Whether the next record is in the window.
    package mutating func admitsNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        if let rest = toTake { toTake = rest - 1 }
        return true
    }
}
