import Foundation

/// Reads the objects of a JSON text one by one, so that a long text takes little memory: objects in
/// sequence, those of an array, or those of the array `records` in the JSON of a list.
///
/// It only looks at strings and brackets; the decoder validates the objects.
struct JSONRecords {
    private enum State {
        /// At the start, and after objects outside of an array.
        case start, objects
        /// Inside the array, which may be that of a list's JSON.
        case array(ofTwin: Bool)
    }

    private var bytes: ByteReader
    private let limits: ImportLimits
    private var state = State.start
    private var count = 0

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let brace = UInt8(ascii: "{")
    private static let bracket = UInt8(ascii: "[")
    private static let ends = [UInt8(ascii: "}"), UInt8(ascii: "]")]

    init(_ text: CSVText, limits: ImportLimits) {
        bytes = ByteReader(text)
        self.limits = limits
    }

    /// The fraction of the text that was read, from 0 to 1.
    var fraction: Double { bytes.fraction }

    /// The next object, with the line in which it starts, or its position in an array; nil after
    /// the last one.
    ///
    /// - Throws: ``ImportFault`` for anything but objects, ``CSVFault`` for one that is too long, and
    ///   errors of the file system.
    mutating func next() throws -> (line: Int, members: [String: JSONCell])? {
        guard let (line, object) = try nextObject() else { return nil }
        guard case .object(let members) = try cell(object, line) else {
            throw ImportFault.noJSON(line: line)
        }
        count += 1
        if case .array = state { return (count, members.flattened) }
        return (line, members.flattened)
    }

    private mutating func nextObject() throws -> (line: Int, bytes: [UInt8])? {
        let byte = try bytes.skipSpace()
        switch state {
        case .start where byte == Self.bracket:
            try bytes.take()
            state = .array(ofTwin: false)
            return try nextObject()
        case .start:
            state = .objects
            return try firstObject()
        case .objects: return byte == nil ? nil : try object()
        case .array(let isOfTwin): return try nextOfArray(byte, isOfTwin)
        }
    }

    private func cell(_ object: [UInt8], _ line: Int) throws(ImportFault) -> JSONCell {
        do { return try JSONDecoder().decode(JSONCell.self, from: Data(object)) } catch {
            // It is JSON if only a value has no type that fits.
            if case DecodingError.typeMismatch = error { throw .unreadableValue(line: line) }
            throw .noJSON(line: line)
        }
    }

    private mutating func nextOfArray(
        _ first: UInt8?, _ isOfTwin: Bool
    ) throws -> (line: Int, bytes: [UInt8])? {
        if first == UInt8(ascii: "]") {
            try bytes.take()
            if isOfTwin { try skipRestOfTwin() }
            // Nothing may follow.
            guard try bytes.skipSpace() == nil else { throw fault }
            return nil
        }
        if count > 0 {
            guard first == Self.comma else { throw fault }
            try bytes.take()
            _ = try bytes.skipSpace()
        }
        return try object()
    }

    private mutating func object() throws -> (line: Int, bytes: [UInt8]) {
        let line = bytes.line
        guard try bytes.peek() == Self.brace else { throw fault }
        var object: [UInt8] = []
        try readValue(into: &object)
        return (line, object)
    }

    /// The first object, read member by member, since it may be the JSON of a list, which is not
    /// a record.
    private mutating func firstObject() throws -> (line: Int, bytes: [UInt8])? {
        let line = bytes.line
        var object = [try bytes.take() ?? 0]
        guard object == [Self.brace] else { throw fault }
        while let byte = try bytes.skipSpace(), byte != Self.ends[0] {
            if byte == Self.comma {
                try bytes.take()
                object.append(byte)
                continue
            }
            let start = object.count
            try readValue(into: &object)
            let isRecords = object[start...].elementsEqual("\"records\"".utf8)
            guard try bytes.skipSpace() == UInt8(ascii: ":") else { throw fault }
            object.append(try bytes.take() ?? 0)
            if try bytes.skipSpace() == Self.bracket, isRecords {
                try bytes.take()
                state = .array(ofTwin: true)
                return try nextObject()
            }
            try readValue(into: &object)
        }
        guard let last = try bytes.take() else { throw fault }
        return (line, object + [last])
    }

    /// Skips the other members of a list's JSON.
    private mutating func skipRestOfTwin() throws {
        while let byte = try bytes.skipSpace() {
            var rest: [UInt8] = []
            if byte == Self.comma || byte == UInt8(ascii: ":") || byte == Self.ends[0] {
                try bytes.take()
                if byte == Self.ends[0] { return }
            } else {
                try readValue(into: &rest)
            }
        }
        throw fault
    }

    /// Reads a value: a string, an object or an array to its end, others up to the next separator.
    private mutating func readValue(into value: inout [UInt8]) throws {
        let (line, start) = (bytes.line, value.count)
        var (depth, isPlain, isInString, isEscaped) = (0, true, false, false)
        while let byte = try bytes.peek() {
            let isEnd = byte == Self.comma || Self.ends.contains(byte) || ByteReader.isSpace(byte)
            if depth == 0, !isInString, isEnd { break }
            value.append(byte)
            try bytes.take()
            guard value.count - start <= limits.objectBytes else {
                throw CSVFault.longCell(line: line, limit: limits.objectBytes)
            }
            if isInString {
                isInString = byte != Self.quote || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == Self.quote {
                (isInString, isPlain) = (true, false)
            } else if byte == Self.brace || byte == Self.bracket {
                (depth, isPlain) = (depth + 1, false)
            } else if Self.ends.contains(byte) {
                depth -= 1
            }
            if depth == 0, !isPlain, !isInString { return }
        }
        guard depth == 0, !isInString, value.count > start else {
            throw ImportFault.noJSON(line: line)
        }
    }

    private var fault: ImportFault { .noJSON(line: bytes.line) }
}
