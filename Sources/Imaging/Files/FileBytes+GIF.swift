extension FileBytes {
    /// Follows the blocks of a GIF file. A missing end mark is accepted if all blocks are complete,
    /// as in browsers.
    mutating func isCutOffGIF() throws -> Bool {
        guard let flags = try byte(at: 10) else { return true }
        var offset = 13 + Self.colorTableSize(flags)
        while let mark = try byte(at: offset) {
            switch mark {
            case 0x21:
                offset = try endOfSubBlocks(from: offset + 2)
            case 0x2C:
                guard let flags = try byte(at: offset + 9) else { return true }
                offset = try endOfSubBlocks(from: offset + 11 + Self.colorTableSize(flags))
            default:
                return false
            }
        }
        return offset > size
    }

    /// The end of a chain of sub-blocks; beyond the end of the file if it is truncated.
    private mutating func endOfSubBlocks(from start: Int) throws -> Int {
        var offset = start
        while let length = try byte(at: offset) {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        return max(offset, size) + 1
    }

    private static func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
