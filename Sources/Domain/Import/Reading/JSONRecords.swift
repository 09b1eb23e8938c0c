import Foundation

/// The objects of a text of JSON: one a line, read when its turn comes, or those of an array or of the
/// twin of a list, which is one text.
struct JSONRecords {
    private enum Form {
        case lines(CSVText)
        case whole([[String: JSONCell]])
    }

    private let form: Form
    private let limits: ImportLimits

    /// Finds out the form: where the first line is an object by itself, so are the others.
    ///
    /// - Throws: errors of the file system.
    init(_ text: CSVText, limits: ImportLimits) throws {
        self.limits = limits
        var lines = TextLines(text)
        var first = try lines.next()
        while let line = first, line.isBlank { first = try lines.next() }
        if let first, case .object(let members)? = first.cell, members["records"] == nil {
            form = .lines(text)
        } else if let cell = TextLine(number: 1, bytes: try text.rest()).cell,
            let objects = cell.objects
        {
            form = .whole(objects)
        } else {
            form = .lines(text)
        }
    }

    /// Does something with each object, and the line where it stands, or its place.
    ///
    /// - Throws: ``ImportFault`` for a line that is no object, ``CSVFault`` for too many, and what the
    ///   closure throws.
    func forEach(_ body: (Int, [String: JSONCell]) throws -> Void) throws {
        switch form {
        case .whole(let objects):
            guard objects.count <= limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
            for (index, members) in objects.enumerated() { try body(index + 1, members) }
        case .lines(let text):
            var lines = TextLines(text)
            var count = 0
            while let line = try lines.next() {
                if line.isBlank { continue }
                guard case .object(let members)? = line.cell else {
                    throw ImportFault.noJSON(line: line.number)
                }
                count += 1
                guard count <= limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
                try body(line.number, members)
            }
        }
    }
}

/// A line of a text.
private struct TextLine {
    let number: Int
    let bytes: [UInt8]

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

    /// The value that it is; nil if it is none.
    var cell: JSONCell? { try? JSONDecoder().decode(JSONCell.self, from: Data(bytes)) }
}

/// The lines of a text, one by one.
private struct TextLines {
    private var text: CSVText
    private var bytes: [UInt8] = []
    private var position = 0
    private var number = 0

    init(_ text: CSVText) {
        self.text = text
    }

    /// The next line, without its end; nil behind the last one.
    mutating func next() throws -> TextLine? {
        // Where the end was not found yet.
        var start = position
        while true {
            if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                return take(to: end, position: end + 1)
            }
            let length = bytes.count - position
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
