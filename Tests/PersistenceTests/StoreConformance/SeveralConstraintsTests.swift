import ObjectModel
import Persistence
import Testing

@Suite("Batch insertions with several constraints, on every store")
struct SeveralConstraintsTests {
    /// A part has a unique name and a unique code. The default name is nut.
    private static var model: ManagedObjectModel {
        var name = AttributeDescription("name", .string, isOptional: false)
        name.defaultValueString = "nut"
        let note = AttributeDescription("note", .string)
        var part = EntityDescription("Part")
        part.attributes = [name, AttributeDescription("code", .string, isOptional: false), note]
        part.uniquenessConstraints = [["name"], ["code"]]
        return ManagedObjectModel(entities: [part])
    }

    /// A nut with code 1 and a bolt with code 2.
    private func parts(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind, model: Self.model)
        try library.context().execute(
            BatchInsertRequest(
                entityName: "Part",
                objects: [["name": "nut", "code": "1"], ["name": "bolt", "code": "2"]]))
        return library
    }

    private func insert(
        _ objects: [[String: any Sendable]], into library: TestLibrary, _ policy: MergePolicy
    ) throws -> BatchResult {
        let context = library.context()
        context.mergePolicy = policy
        var request = BatchInsertRequest(entityName: "Part", objects: objects)
        request.resultType = .objectIDs
        return try context.execute(request)
    }

    /// Name, code, note and version of each part, sorted by name.
    private func texts(in library: TestLibrary) throws -> [String] {
        try library.context().named("Part").map { part in
            let note = try part.value(forKey: "note") as? String
            let (name, code) = try (part.text("name") ?? "-", part.text("code") ?? "-")
            return "\(name) \(code) \(note ?? "-") \(part.rowVersion)"
        }.sorted()
    }

    @Test(
        "A record with one of the unique values gets the other values",
        arguments: StoreKind.allCases)
    func update(kind: StoreKind) throws {
        let library = try parts(kind)

        let result = try insert(
            [
                ["name": "nut", "code": "3"], ["name": "nail", "code": "2"],
                ["name": "screw", "code": "4"],
            ], into: library, .mergeByPropertyObjectTrump)

        #expect(result.changes.inserted.count == 1)
        #expect(result.changes.updated.count == 2)
        #expect(try texts(in: library) == ["nail 2 - 2", "nut 3 - 2", "screw 4 - 1"])
    }

    @Test(
        "A record conflicts with those added or changed earlier by the same insertion",
        arguments: StoreKind.allCases)
    func sameInsertion(kind: StoreKind) throws {
        let library = try parts(kind)

        let result = try insert(
            [
                ["name": "pin", "code": "5"], ["name": "pin", "code": "6"],
                ["name": "peg", "code": "6"], ["name": "pin", "code": "5"],
                ["name": "rivet", "code": "2"], ["name": "bolt", "code": "7"],
            ], into: library, .mergeByPropertyObjectTrump)

        #expect(result.changes.inserted.count == 3)
        #expect(result.changes.updated.count == 3)
        #expect(
            try texts(in: library) == [
                "bolt 7 - 1", "nut 1 - 1", "peg 6 - 3", "pin 5 - 1", "rivet 2 - 2",
            ])
    }

    @Test(
        "If two records conflict, the one with the last constraint’s value is updated",
        arguments: StoreKind.allCases)
    func twoRecords(kind: StoreKind) throws {
        let library = try parts(kind)

        // Without a name it is a nut, like the first part.
        let result = try insert(
            [["code": "2", "note": "both"]], into: library, .mergeByPropertyObjectTrump)

        #expect(result.changes.updated.count == 1)
        #expect(try texts(in: library) == ["bolt 2 both 2", "nut 1 - 1"])
    }

    @Test(
        "A record with unique values of two others is refused, naming the constraint",
        arguments: StoreKind.allCases)
    func secondConstraint(kind: StoreKind) throws {
        let library = try parts(kind)

        #expect {
            try insert(
                [["name": "screw", "code": "4"], ["name": "nut", "code": "2"]], into: library,
                .mergeByPropertyObjectTrump)
        } throws: { error in
            guard case PersistenceError.constraintConflict("Part", ["name"]) = error else {
                return false
            }
            return true
        }

        #expect(try texts(in: library) == ["bolt 2 - 1", "nut 1 - 1"])
    }

    @Test(
        "Existing records are unchanged if the policy prefers the store",
        arguments: StoreKind.allCases)
    func keep(kind: StoreKind) throws {
        let library = try parts(kind)

        let result = try insert(
            [
                ["name": "nut", "code": "2"], ["name": "nail", "code": "2"],
                ["name": "screw", "code": "4"], ["name": "screw", "code": "5"],
            ], into: library, .mergeByPropertyStoreTrump)

        #expect(result.changes.inserted.count == 1)
        #expect(try texts(in: library) == ["bolt 2 - 1", "nut 1 - 1", "screw 4 - 1"])
    }

    @Test("Large insertions find existing records", arguments: StoreKind.allCases)
    func many(kind: StoreKind) throws {
        let library = try parts(kind)
        let names = (0..<1_200).map { ["name": "part \($0)", "code": "c\($0)"] }
        #expect(
            try insert(names, into: library, .mergeByPropertyObjectTrump).changes.inserted.count
                == 1_200)

        let others = (0..<1_200).map { number in
            number.isMultiple(of: 2)
                ? ["name": "part \(number)", "code": "d\(number)"]
                : ["name": "other \(number)", "code": "c\(number)"]
        }
        let result = try insert(others, into: library, .mergeByPropertyObjectTrump)

        #expect(result.changes.inserted.isEmpty)
        #expect(result.changes.updated.count == 1_200)
        #expect(try texts(in: library).filter { $0.hasSuffix(" 2") }.count == 1_200)
    }
}
