extension Array {
    /// Sees to it that there is room for further elements. Where there is none, the array gets room for
    /// these and an eighth of all; by itself it would take twice the room that it has, which counts where
    /// it is large.
    mutating func makeRoom(for count: Int) {
        guard self.count + count > capacity else { return }
        reserveCapacity(self.count + count + self.count / 8 + 16)
    }
}
