/// A line of a text.
struct TextLine {
    let number: Int
    let bytes: [UInt8]

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

/// The lines of a text, one by one.
struct TextLines {
    private var text: CSVText
    private let limits: ImportLimits
    private var bytes: [UInt8] = []
    private var position = 0
    private var number = 0

    init(_ text: CSVText, limits: ImportLimits) {
        self.text = text
        self.limits = limits
    }

    /// The part of the text that was read, from 0 to 1.
    var fraction: Double { text.fraction }

    /// The next line, without its end; nil behind the last one.
    ///
    /// - Throws: ``CSVFault`` for one that is longer than an object of JSON may be, and errors of the file
    ///   system.
    mutating func next() throws -> TextLine? {
        // Where the end was not found yet.
        var start = position
        while true {
            if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                return take(to: end, position: end + 1)
            }
            let length = bytes.count - position
            guard length <= limits.objectBytes else {
                throw CSVFault.longCell(line: number + 1, limit: limits.objectBytes)
            }
            guard let piece = try text.next() else {
                return length > 0 ? take(to: bytes.count, position: bytes.count) : nil
            }
            bytes.removeFirst(position)
            (position, start) = (0, length)
            bytes += piece
        }
    }

    private mutating func take(to end: Int, position next: Int) -> TextLine {
        number += 1
        defer { position = next }
        return TextLine(number: number, bytes: Array(bytes[position..<end]))
    }
}
