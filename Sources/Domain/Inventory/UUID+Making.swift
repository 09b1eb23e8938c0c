public import Foundation

extension UUID {
    /// A random UUID (version 4). Foundation's on Linux opens a device for each, which takes
    /// several times as long as saving an item.
    static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        var bytes = (generator.next() as UInt64, generator.next() as UInt64)
        return withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.load(as: uuid_t.self))
        }
    }
}

extension UUID {
    /// A UUID derived from a text by SHA-256 (version 8).
    public init(naming text: String) {
        var sum = FileChecksum.Sum()
        Array(text.utf8).withUnsafeBytes { sum.add($0) }
        var bytes = [UInt8](repeating: 0, count: 16)
        for (index, digit) in sum.checksum.description.utf8.prefix(32).enumerated() {
            let value = digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - 87
            bytes[index / 2] = bytes[index / 2] << 4 | value
        }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
