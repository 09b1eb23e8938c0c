import Foundation
import Persistence
import Testing

@Suite("Reading large values in pieces")
struct LargeValueConformanceTests {
    private static let picture = Data((0..<500_123).map { UInt8(truncatingIfNeeded: $0 / 7) })

    private func pieces(
        _ object: ManagedObject, _ key: String, size: Int
    ) throws -> [Data] {
        var pieces: [Data] = []
        try object.readData(forKey: key, inPiecesOf: size) { pieces.append($0) }
        return pieces
    }

    @Test(
        "A value is read piece by piece, from the store or from the object",
        arguments: StoreKind.allCases)
    func pieces(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        // One in an external file, and one in the store.
        try gadget.setValue(Self.picture, forKey: "picture")
        try gadget.setValue(Self.picture.prefix(60_000), forKey: "bytes")
        #expect(try pieces(gadget, "bytes", size: 50_000).map(\.count) == [50_000, 10_000])
        try context.save()

        let other = store.context()
        let request = FetchRequest<ManagedObject>(entityName: "Gadget")
        let found = try #require(try other.fetch(request).first)
        for size in [1 << 20, 100_000, 500_123] {
            let parts = try pieces(found, "picture", size: size)
            #expect(parts.allSatisfy { $0.count <= size })
            #expect(parts.dropLast().allSatisfy { $0.count == size })
            #expect(Data(parts.joined()) == Self.picture)
        }
        #expect(
            try Data(pieces(found, "bytes", size: 7_000).joined()) == Self.picture.prefix(60_000))
        // Reading it as a whole has the same result.
        #expect(try found.value(forKey: "picture") as? Data == Self.picture)
        #expect(try Data(pieces(found, "picture", size: 99_999).joined()) == Self.picture)
        try found.setValue(nil, forKey: "picture")
        #expect(try pieces(found, "picture", size: 10).isEmpty)
        #expect(throws: PersistenceError.self) { try pieces(found, "short", size: 10) }
        #expect(throws: PersistenceError.self) { try pieces(found, "bytes", size: 0) }
    }
}
