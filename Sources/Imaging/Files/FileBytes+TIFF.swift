extension FileBytes {
    /// Whether the first directory of a TIFF file, or its pixels, lie beyond the end.
    mutating func isCutOffTIFF() throws -> Bool {
        let isBigEndian = try byte(at: 0) == UInt8(ascii: "M")
        guard let version = try integer(at: 2, count: 2, bigEndian: isBigEndian) else {
            return true
        }
        guard version == 42 else { return false }
        guard let directory = try integer(at: 4, count: 4, bigEndian: isBigEndian),
            let count = try integer(at: directory, count: 2, bigEndian: isBigEndian),
            directory + 2 + 12 * count <= size
        else { return true }
        var fields: [Int: [Int]] = [:]
        for number in 0..<count {
            let entry = directory + 2 + 12 * number
            guard let tag = try integer(at: entry, count: 2, bigEndian: isBigEndian),
                Self.pixelTags.contains(tag)
            else { continue }
            guard let values = try numbers(ofEntryAt: entry, bigEndian: isBigEndian) else {
                return true
            }
            fields[tag] = values
        }
        return Self.reaches(beyond: size, fields, offsets: 273, counts: 279)
            || Self.reaches(beyond: size, fields, offsets: 324, counts: 325)
    }

    /// The offsets and sizes of strips and tiles.
    private static let pixelTags: Set = [273, 279, 324, 325]

    private static func reaches(
        beyond size: Int, _ fields: [Int: [Int]], offsets: Int, counts: Int
    ) -> Bool {
        zip(fields[offsets] ?? [], fields[counts] ?? []).contains { $0 + $1 > size }
    }

    /// The numbers of a directory entry; nil if they lie beyond the end.
    private mutating func numbers(ofEntryAt entry: Int, bigEndian: Bool) throws -> [Int]? {
        guard let type = try integer(at: entry + 2, count: 2, bigEndian: bigEndian),
            let count = try integer(at: entry + 4, count: 4, bigEndian: bigEndian),
            count <= size
        else { return nil }
        let width = type == 3 ? 2 : 4
        let isInline = width * count <= 4
        let place =
            isInline ? entry + 8 : try integer(at: entry + 8, count: 4, bigEndian: bigEndian)
        guard let place else { return nil }
        var numbers: [Int] = []
        for index in 0..<count {
            guard
                let number = try integer(
                    at: place + index * width, count: width, bigEndian: bigEndian)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
