/// Finds the rows with some bytes at once. A chain leads from each row to the last one before it
/// with the same bytes, which takes far less memory than a list for each.
struct RowChains: Sendable {
    /// The last row, by the hash of its bytes.
    private var last: [Int: Int] = [:]
    /// The row before each row; its own where there is none.
    private var before: [Int] = []

    /// Adds the next row.
    ///
    /// - Parameter bytes: what it is found by; nothing if it is not to be found.
    mutating func append(_ bytes: some Collection<UInt8>) {
        let row = before.count
        guard !bytes.isEmpty else { return before.append(row) }
        before.append(last.updateValue(row, forKey: Self.hash(bytes)) ?? row)
    }

    /// The rows that may have some bytes, newest first: those that have them are among these.
    func rows(of bytes: some Collection<UInt8>) -> [Int] {
        guard !bytes.isEmpty, var row = last[Self.hash(bytes)] else { return [] }
        var rows = [row]
        while before[row] != row {
            row = before[row]
            rows.append(row)
        }
        return rows
    }

    private static func hash(_ bytes: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        for byte in bytes { hasher.combine(byte) }
        return hasher.finalize()
    }
}
