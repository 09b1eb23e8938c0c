import Testing

@testable import Persistence

@Suite("Identity map")
struct IdentityMapTests {
    @Test("After random insertions and removals, the map equals a dictionary", arguments: 0..<20)
    func random(seed: UInt64) throws {
        let context = try TestLibrary(.inMemory).context()
        let objects = (0..<200).map { _ in Tag(context: context) }
        let map = IdentityMap()
        defer { map.deallocate() }
        var plain: [Int64: ManagedObject] = [:]
        var random = SplitMix(state: seed)

        for _ in 0..<5_000 {
            let key = Self.key(&random)
            if let known = plain[key] {
                #expect(map[key] === known)
                map.remove(key)
                plain[key] = nil
            } else if let object = objects.randomElement(using: &random) {
                #expect(map[key] == nil)
                map.insert(object, for: key)
                plain[key] = object
            }
            map.remove(Self.key(&random) ^ 1 << 40)
        }

        #expect(map.count == plain.count)
        #expect(plain.allSatisfy { map[$0.key] === $0.value })
        let isSame = Set(map.objects) == Set(plain.values)
        #expect(isSame)
    }

    @Test("Extreme keys do not collide")
    func ends() throws {
        let context = try TestLibrary(.inMemory).context()
        let map = IdentityMap()
        defer { map.deallocate() }
        let keys: [Int64] = [.min, -1, 0, 1, .max]
        let objects = keys.map { _ in Tag(context: context) }

        for (key, object) in zip(keys, objects) { map.insert(object, for: key) }

        #expect(zip(keys, objects).allSatisfy { map[$0] === $1 })
    }

    @Test("A cleared map can be filled again")
    func emptied() throws {
        let context = try TestLibrary(.inMemory).context()
        let map = IdentityMap()
        defer { map.deallocate() }
        let tags = (0..<100).map { _ in Tag(context: context) }
        for (key, tag) in tags.enumerated() { map.insert(tag, for: Int64(key)) }

        map.removeAll()

        #expect(map.count == 0)
        #expect(map.objects.isEmpty)
        #expect(map[7] == nil)
        map.insert(tags[0], for: 7)
        #expect(map.objects == [tags[0]])
    }

    /// Mostly neighboring keys, as in stores; some temporary ones, some far away.
    private static func key(_ random: inout SplitMix) -> Int64 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: -Int64.random(in: 1...100, using: &random)
        case 1: Int64.random(in: 1...1_000_000_000, using: &random) & ~0xFFFFF
        default: Int64.random(in: 1...500, using: &random)
        }
    }
}
