/// Rows of bytes, one behind the other in one piece of memory, so that going through all of them is
/// quick.
struct ByteRows: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each row starts, and where the next one would.
    private(set) var starts: [Int] = [0]

    /// The number of rows.
    var count: Int { starts.count - 1 }

    mutating func append(_ row: [UInt8]) {
        bytes.makeRoom(for: row.count)
        starts.makeRoom(for: 1)
        bytes += row
        starts.append(bytes.count)
    }

    /// Whether a row contains some bytes.
    func row(_ index: Int, contains pattern: [UInt8]) -> Bool {
        bytes[starts[index]..<starts[index + 1]].contains(pattern)
    }

    /// Whether a row comes before another one.
    func isRow(_ first: Int, before second: Int) -> Bool {
        let (start, end) = (starts[first], starts[first + 1])
        let (otherStart, otherEnd) = (starts[second], starts[second + 1])
        let shared = min(end - start, otherEnd - otherStart)
        return bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<shared where bytes[start + index] != bytes[otherStart + index] {
                return bytes[start + index] < bytes[otherStart + index]
            }
            return end - start < otherEnd - otherStart
        }
    }

    /// Marks the rows that contain some bytes.
    func mark(_ pattern: [UInt8], in marks: inout [Bool]) {
        bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                marks.withUnsafeMutableBufferPointer { marks in
                    pattern.withUnsafeBytes { pattern in
                        BytePattern(pattern).mark(bytes, starts, &marks)
                    }
                }
            }
        }
    }
}
