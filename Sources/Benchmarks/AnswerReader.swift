import CBaseline

/// Parses an HTTP response to its end, given by its length.
struct AnswerReader {
    private(set) var status = 0
    private(set) var isComplete = false
    private var headBytes: [UInt8] = []
    private var remaining = 0

    /// The status line and the headers.
    var head: String { String(decoding: headBytes, as: UTF8.self) }

    /// Takes received bytes. Returns those of the body.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Slice<UnsafeRawBufferPointer> {
        guard status == 0 else { return try takeBody(bytes[...]) }
        let before = headBytes.count
        headBytes.append(contentsOf: bytes)
        let end = try readHead()
        guard end > 0 else { return bytes[bytes.endIndex...] }
        headBytes.removeSubrange(end...)
        return try takeBody(bytes[(end - before)...])
    }

    private mutating func takeBody(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) throws -> Slice<UnsafeRawBufferPointer> {
        remaining -= bytes.count
        guard remaining >= 0 else { throw BenchmarkFailure("The answer is longer than it says.") }
        isComplete = remaining == 0
        return bytes
    }

    /// Parses the head in C, because the load generator shares the cores with the server. Returns
    /// the index after the head, or 0.
    private mutating func readHead() throws -> Int {
        var (status, length) = (0, 0)
        let end = headBytes.withUnsafeBytes { bytes in
            baseline_read_head(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &status,
                &length)
        }
        guard end >= 0 else { throw BenchmarkFailure("The answer says no length: \(head)") }
        if end > 0 { (self.status, remaining) = (status, length) }
        return end
    }
}
