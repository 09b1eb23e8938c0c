/// The elements of an array of JSON, or of the array `records` that the twin of a list has, found piece by
/// piece, so that a long array takes no memory. An object by itself is the only element.
///
/// Strings and brackets are all that it looks at: whether an element is in order, its decoder says.
struct JSONElements {
    private enum State {
        case start
        /// In the array, which may be that of a twin.
        case array(ofTwin: Bool)
        case over
    }

    private var text: CSVText
    private let limit: Int
    private var piece: [UInt8] = []
    private var position = 0
    private var line = 1
    private var state = State.start
    private var isFirst = true

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")

    init(_ text: CSVText, limits: ImportLimits) {
        self.text = text
        limit = limits.objectBytes
    }

    /// The part of the text that was read, from 0 to 1.
    var fraction: Double { text.fraction }

    /// The next element, and the line in which it begins; nil behind the last one.
    ///
    /// - Throws: ``ImportFault`` where there is anything but objects, ``CSVFault`` for one that is too long, and
    ///   errors of the file system.
    mutating func next() throws -> (line: Int, bytes: [UInt8])? {
        switch state {
        case .over: return nil
        case .array(let isOfTwin): return try nextOfArray(isOfTwin)
        case .start:
            guard let first = try skipSpace() else { throw fault }
            guard first == UInt8(ascii: "[") else { return try object() }
            _ = try take()
            state = .array(ofTwin: false)
            return try next()
        }
    }

    private mutating func nextOfArray(_ isOfTwin: Bool) throws -> (line: Int, bytes: [UInt8])? {
        var byte = try skipSpace()
        if byte == UInt8(ascii: "]") {
            _ = try take()
            if isOfTwin { try skipRestOfObject() }
            try end()
            return nil
        }
        if !isFirst {
            guard byte == Self.comma else { throw fault }
            _ = try take()
            byte = try skipSpace()
        }
        isFirst = false
        guard byte == UInt8(ascii: "{") else { throw fault }
        let first = line
        var element: [UInt8] = []
        try readValue(into: &element)
        return (first, element)
    }

    /// An object that is no element: the twin of a list, or the only one.
    private mutating func object() throws -> (line: Int, bytes: [UInt8])? {
        guard try skipSpace() == UInt8(ascii: "{") else { throw fault }
        let first = line
        var object = [try take() ?? 0]
        while let byte = try skipSpace(), byte != UInt8(ascii: "}") {
            if byte == Self.comma {
                object.append(try take() ?? 0)
                continue
            }
            guard byte == Self.quote else { throw fault }
            let start = object.count
            try readValue(into: &object)
            let isRecords = object[start...].elementsEqual("\"records\"".utf8)
            guard try skipSpace() == UInt8(ascii: ":") else { throw fault }
            object.append(try take() ?? 0)
            if try skipSpace() == UInt8(ascii: "["), isRecords {
                _ = try take()
                state = .array(ofTwin: true)
                return try next()
            }
            try readValue(into: &object)
        }
        guard let last = try take() else { throw fault }
        object.append(last)
        try end()
        return (first, object)
    }

    /// Nothing may follow.
    private mutating func end() throws {
        guard try skipSpace() == nil else { throw fault }
        state = .over
    }

    /// Passes over what else the twin of a list has.
    private mutating func skipRestOfObject() throws {
        while let byte = try skipSpace() {
            if byte == UInt8(ascii: "}") {
                _ = try take()
                return
            }
            var rest: [UInt8] = []
            if byte == Self.comma || byte == UInt8(ascii: ":") {
                _ = try take()
            } else {
                try readValue(into: &rest)
            }
        }
        throw fault
    }

    // MARK: - Bytes

    /// Reads a value: a string, an object or an array to its end, anything else to what follows it.
    private mutating func readValue(into value: inout [UInt8]) throws {
        let first = line
        let start = value.count
        var depth = 0
        var isPlain = true
        while let byte = try peek() {
            let isEnd = byte == Self.comma || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            if depth == 0, isEnd || Self.isSpace(byte) { break }
            value.append(byte)
            _ = try take()
            switch byte {
            case Self.quote:
                try readString(into: &value, from: start, first)
                isPlain = false
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isPlain = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            guard value.count - start <= limit else {
                throw CSVFault.longCell(line: first, limit: limit)
            }
            if depth == 0, !isPlain { return }
        }
        guard depth == 0, value.count > start else { throw fault }
    }

    /// Reads a string behind its first quote.
    private mutating func readString(
        into value: inout [UInt8], from start: Int, _ first: Int
    ) throws {
        var isEscaped = false
        while let byte = try take() {
            value.append(byte)
            if byte == Self.quote, !isEscaped { return }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            guard value.count - start <= limit else {
                throw CSVFault.longCell(line: first, limit: limit)
            }
        }
        throw fault
    }

    private var fault: ImportFault { .noJSON(line: line) }

    private mutating func peek() throws -> UInt8? {
        while position >= piece.count {
            guard let next = try text.next() else { return nil }
            (piece, position) = (next, 0)
        }
        return piece[position]
    }

    private mutating func take() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        return byte
    }

    /// The next byte that is no space; nil at the end.
    private mutating func skipSpace() throws -> UInt8? {
        while let byte = try peek(), Self.isSpace(byte) { _ = try take() }
        return try peek()
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
