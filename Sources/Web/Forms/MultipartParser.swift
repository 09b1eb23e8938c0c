import Foundation
import NIOCore

/// Parses a `multipart/form-data` body while it arrives, in chunks of any size.
///
/// It buffers at most the length of a delimiter of a part's content, and at most ``headerLimit``
/// bytes of its headers.
struct MultipartParser {
    /// An event found in a chunk.
    enum Event: Equatable {
        case part(MultipartPart)
        /// Content of the current part.
        case content(ByteBuffer)
        case partEnd
    }

    /// A body that breaks the format.
    struct Malformed: Error, Equatable, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// The maximum number of bytes of a part's headers.
    static let headerLimit = 8_192
    /// Spaces and tabs that may follow a delimiter (RFC 2046, 5.1.1); no client sends any.
    private static let paddingLimit = 64

    private enum State {
        case preamble, headers, content, end
    }

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var buffer: ByteBuffer

    /// Makes a parser; nil if the boundary is invalid (RFC 2046: 1 to 70 characters).
    init?(boundary: String) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ $0 >= 0x20 })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter needs no line end before it. With this one it is parsed like the
        // others.
        buffer = ByteBuffer(string: "\r\n")
    }

    /// Parses the next chunk.
    ///
    /// - Throws: ``Malformed`` if the body breaks the format.
    mutating func parse(_ chunk: ByteBuffer) throws(Malformed) -> [Event] {
        buffer.writeImmutableBuffer(chunk)
        var events: [Event] = []
        while try step(&events) {}
        buffer.discardReadBytes()
        return events
    }

    /// Checks that the body is complete.
    func finish() throws(Malformed) {
        guard state == .end else { throw Malformed("The form was cut off before its end.") }
    }

    /// Parses one event; returns whether another may follow without more bytes.
    private mutating func step(_ events: inout [Event]) throws(Malformed) -> Bool {
        switch state {
        case .preamble, .content: return try readToDelimiter(&events)
        case .headers: return try readHeaders(&events)
        case .end:
            buffer.moveReaderIndex(to: buffer.writerIndex)
            return false
        }
    }

    // MARK: - Content

    private mutating func readToDelimiter(_ events: inout [Event]) throws(Malformed) -> Bool {
        guard let offset = offset(of: delimiter) else {
            // The last bytes of the buffer may be the start of a delimiter.
            emit(buffer.readableBytes - (delimiter.count - 1), &events)
            return false
        }
        emit(offset, &events)
        switch try ending() {
        case .incomplete: return false
        case .none: emit(delimiter.count, &events)
        case .part(let length): endPart(dropping: length, next: .headers, &events)
        case .last(let length): endPart(dropping: length, next: .end, &events)
        }
        return true
    }

    private mutating func emit(_ count: Int, _ events: inout [Event]) {
        guard count > 0, let content = buffer.readSlice(length: count) else { return }
        if state == .content { events.append(.content(content)) }
    }

    private mutating func endPart(dropping length: Int, next: State, _ events: inout [Event]) {
        if state == .content { events.append(.partEnd) }
        buffer.moveReaderIndex(forwardBy: length)
        state = next
    }

    /// The meaning of the bytes after a delimiter.
    private enum Ending {
        case incomplete
        /// No delimiter: it is content that starts like one, as in `--boundary2`.
        case none
        /// A part follows after this many bytes.
        case part(length: Int)
        /// The delimiter was the last one, with this length.
        case last(length: Int)
    }

    private func ending() throws(Malformed) -> Ending {
        let rest = buffer.readableBytesView.dropFirst(delimiter.count).prefix(Self.paddingLimit + 2)
        guard rest.count >= 2 else { return .incomplete }
        if rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            return .last(length: delimiter.count + 2)
        }
        let padding = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        let lineEnd = rest.dropFirst(padding).prefix(2)
        if lineEnd.elementsEqual([13, 10]) {
            return .part(length: delimiter.count + padding + 2)
        }
        let mayGoOn = lineEnd.count < 2 && padding < Self.paddingLimit
        return mayGoOn && (lineEnd.isEmpty || lineEnd.first == 13) ? .incomplete : .none
    }

    // MARK: - Headers

    private mutating func readHeaders(_ events: inout [Event]) throws(Malformed) -> Bool {
        guard !buffer.readableBytesView.starts(with: [13, 10]) else {
            throw Malformed("A part has no headers, so no name: “Content-Disposition: form-data”.")
        }
        guard let length = offset(of: [13, 10, 13, 10]) else {
            guard buffer.readableBytes <= Self.headerLimit else { throw Self.headersTooLong }
            return false
        }
        guard length <= Self.headerLimit else { throw Self.headersTooLong }
        let bytes = buffer.readBytes(length: length) ?? []
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Malformed("The headers of a part are not UTF-8 text.")
        }
        events.append(.part(try MultipartPart(headers: text)))
        buffer.moveReaderIndex(forwardBy: 4)
        state = .content
        return true
    }

    private static var headersTooLong: Malformed {
        Malformed("The headers of a part are longer than \(headerLimit) bytes.")
    }

    /// The position of a byte pattern in the buffer.
    private func offset(of pattern: [UInt8]) -> Int? {
        buffer.withUnsafeReadableBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var start = 0
            while start + pattern.count <= bytes.count {
                let candidates = bytes.count - pattern.count + 1 - start
                guard let found = memchr(base + start, CInt(pattern[0]), candidates)
                else { return nil }
                let offset = UnsafeRawPointer(found) - base
                if memcmp(found, pattern, pattern.count) == 0 { return offset }
                start = offset + 1
            }
            return nil
        }
    }
}

/// The headers of one part of a `multipart/form-data` body (RFC 7578, 4.2).
struct MultipartPart: Sendable, Equatable {
    /// The name of the field.
    let name: String
    /// The name of its file without folders; nil if the part is not a file.
    let fileName: String?

    init(headers: String) throws(MultipartParser.Malformed) {
        var disposition: ContentType?
        for line in headers.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw .init("A part has a header without a colon.")
            }
            let name = line[..<colon].lowercased()
            let value = String(line[line.index(after: colon)...])
            switch name {
            case "content-disposition": disposition = ContentType(value)
            case "content-transfer-encoding": try Self.checkEncoding(value)
            default: break
            }
        }
        guard let disposition, disposition.name == "form-data" else {
            throw .init("A part has no header “Content-Disposition: form-data”.")
        }
        guard let name = disposition.parameters["name"] else {
            throw .init("A part has no name.")
        }
        self.name = Self.unescaped(name)
        fileName = disposition.parameters["filename"].map { Self.lastComponent(Self.unescaped($0)) }
    }

    /// RFC 7578, 4.7 deprecates encodings, and nothing sends them.
    private static func checkEncoding(_ value: String) throws(MultipartParser.Malformed) {
        let encoding = ContentType(value).name
        guard ["7bit", "8bit", "binary"].contains(encoding) else {
            throw .init("A part has the encoding \(FormText.shown(encoding)); send it as it is.")
        }
    }

    /// Browsers escape what would end a quoted name (HTML, “multipart/form-data encoding
    /// algorithm”).
    private static func unescaped(_ name: String) -> String {
        guard name.contains("%") else { return name }
        return name.split(separator: "%22", omittingEmptySubsequences: false).joined(
            separator: "\""
        )
        .split(separator: "%0D%0A", omittingEmptySubsequences: false).joined(separator: "\n")
        .split(separator: "%0A", omittingEmptySubsequences: false).joined(separator: "\n")
    }

    private static func lastComponent(_ path: String) -> String {
        path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    }
}
