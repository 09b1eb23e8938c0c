/// The bits in which history tells which properties an update wrote: the first property of the entity
/// by name is the most significant bit of the first byte.
struct ColumnMask: Sendable {
    /// The properties that have a bit, in its order.
    private let names: [String]
    private let positions: [String: Int]

    init(_ entity: EntityLayout) {
        names = entity.slots.filter { !$0.isTransient }.map(\.name).sorted()
        positions = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }

    /// The bytes for some properties.
    func bytes(of changed: some Sequence<String>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (names.count + 7) / 8)
        for name in changed {
            guard let position = positions[name] else { continue }
            bytes[position / 8] |= 0x80 >> (position % 8)
        }
        return bytes
    }

    /// The properties that bytes name; nil if they name one that is not there.
    func names(in bytes: [UInt8]) -> Set<String>? {
        var result: Set<String> = []
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (0x80 >> bit) != 0 {
                let position = index * 8 + bit
                guard names.indices.contains(position) else { return nil }
                result.insert(names[position])
            }
        }
        return result
    }
}
