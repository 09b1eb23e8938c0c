import Foundation

/// What the parts of an import have made and changed, in the order in which they were saved. They are read
/// one by one when they are asked for.
struct ImportParts: Sendable {
    private let lines: SpilledBytes

    /// None.
    init() {
        lines = SpilledBytes()
    }

    /// The parts in a file; none if there is none. A line that was cut off is of a part that was not saved after it.
    ///
    /// - Throws: errors of the file system.
    init(at path: String) throws {
        guard let file = try TemporaryFile(reading: path) else {
            lines = SpilledBytes()
            return
        }
        lines = try SpilledBytes(file, from: 0, endingWith: UInt8(ascii: "\n"), isWhole: false)
    }

    /// How many there are.
    var count: Int { lines.count }

    /// A part.
    ///
    /// - Throws: errors of the file system and of the decoder.
    func part(at index: Int) throws -> ImportPart {
        try JSONDecoder().decode(ImportPart.self, from: Data(lines.bytes(at: index)))
    }
}
