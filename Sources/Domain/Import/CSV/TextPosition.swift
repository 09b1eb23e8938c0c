/// A place in a text.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public internal(set) var line = 1
    /// The character in the line, from 1.
    public internal(set) var character = 1
    /// Whether the last character was a carriage return, which is the end of a line alone or with a line feed.
    private var isBehindReturn = false

    /// The beginning.
    init() {}

    /// - Parameters:
    ///   - line: from 1.
    ///   - character: from 1.
    init(line: Int, character: Int) {
        (self.line, self.character) = (line, character)
    }

    /// Goes behind some UTF-8.
    mutating func add(_ text: [UInt8]) {
        for byte in text {
            let isEnd = byte == 0x0D || byte == 0x0A
            if isEnd, !(byte == 0x0A && isBehindReturn) {
                line += 1
                character = 1
            } else if !isEnd, byte & 0xC0 != 0x80 {
                character += 1
            }
            isBehindReturn = byte == 0x0D
        }
    }

    /// `Line 3, character 7`.
    public var description: String { "Line \(line), character \(character)" }
}
