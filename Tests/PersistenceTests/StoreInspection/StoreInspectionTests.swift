import Foundation
import ObjectModel
import Testing

@testable import Persistence
@testable import PersistenceInspection

struct StoreInspectionTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    private func bytes() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: farm.path))
    }

    private func dump() throws -> [String] {
        let dump = try StoreDump(path: farm.path)
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        return lines
    }

    @Test("A dump has a line for each record, by entity and key, and changes nothing")
    func dumped() throws {
        let before = try bytes()

        let lines = try dump()

        #expect(
            lines[0] == """
                {"entity":"Bird","id":\(try key(of: "Tweety")),"attributes":{"name":"Tweety",\
                "weight":null,"wingspan":30},"relationships":{"fans":[{"entity":"Keeper",\
                "id":\(try key(of: "Ann", "ZKEEPER"))}],"keeper":{"entity":"Keeper",\
                "id":\(try key(of: "Ann", "ZKEEPER"))},"toys":[{"entity":"Toy","id":1}]}}
                """)
        #expect(lines.map { $0.prefix(16) }.map(String.init).sorted().count == 5)
        #expect(lines[4].contains(#""cost":"2.5""#))
        #expect(lines[4].contains(#""picture":{"bytes":200000,"sha256":""#))
        #expect(try bytes() == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: farm.directory.path).sorted()
                == [".Farm_SUPPORT", "Farm.sqlite"])
    }

    private func key(of name: String, _ table: String = "ZANIMAL") throws -> String {
        try #require(
            try RawDatabase(farm.path).column("SELECT Z_PK FROM \(table) WHERE ZNAME = '\(name)'")
                .first)
    }

    @Test("A dump marks missing external files, and omits dangling references")
    func damaged() throws {
        try RawDatabase(farm.path).run("UPDATE ZKEEPER SET ZFAVOURITE = 99")
        try FileManager.default.removeItem(
            atPath: farm.directory.path + "/.Farm_SUPPORT/_EXTERNAL_DATA")

        let lines = try dump()

        #expect(lines[4].contains(#""picture":{"missing":""#))
        #expect(lines[2].contains(#""favourite":null"#))
    }

    @Test("An intact store has no faults")
    func noFaults() throws {
        #expect(try StoreCheck.faults(path: farm.path) == [])
    }

    @Test(
        "Each fault of a store is reported",
        arguments: [
            ("UPDATE ZKEEPER SET ZFAVOURITE = 99 WHERE ZFAVOURITE > 0", "favourite refers to"),
            ("INSERT INTO Z_1TOYS VALUES (77, 1, 9)", "players refers to the Animal 77"),
            ("UPDATE ZANIMAL SET Z_ENT = NULL WHERE ZNAME = 'Wanda'", "has no entity"),
            ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Animal'", "Z_MAX of Animal is 1"),
            ("UPDATE ZANIMAL SET Z_FOK_KEEPER = 5", "out of order"),
            ("UPDATE ZTOY SET ZPICTURE = x'07'", "no known storage marker"),
            (
                "UPDATE ZTOY SET ZPICTURE = x'02' || '7B5A1B0A-8F7C-4B7E-9C43-0123456789AB'",
                "which is missing"
            ),
        ])
    func faults(_ damage: (sql: String, fault: String)) throws {
        try RawDatabase(farm.path).run(damage.sql)
        let before = try bytes()

        let faults = try StoreCheck.faults(path: farm.path)

        #expect(faults.contains { $0.contains(damage.fault) }, "\(faults)")
        #expect(try bytes() == before)
    }

    @Test("A one-sided one-to-one pair is reported, and copied to every store type")
    func oneSided() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Club.sqlite"
        let container = try PersistentContainer(model: Club.model, store: .sqlite(path: path))
        try container.write { context in
            for name in ["Ann", "Ben"] {
                let person = try context.make("Person", name)
                try person.setValue(try context.make("Locker"), forKey: "locker")
                try context.save()
            }
        }
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
        let database = try RawDatabase(path)
        let people = try database.column("SELECT Z_PK FROM ZPERSON ORDER BY ZNAME")
        let lockers = try database.column("SELECT ZLOCKER FROM ZPERSON ORDER BY ZNAME")
        try database.run("UPDATE ZPERSON SET ZLOCKER = \(lockers[0])")

        let faults = try StoreCheck.faults(path: path)

        #expect(
            faults.sorted() == [
                "Locker \(lockers[1]): owner refers to the Person \(people[1]), whose locker refers to "
                    + "the Locker \(lockers[0]).",
                "Person \(people[1]): locker refers to the Locker \(lockers[0]), whose owner refers to "
                    + "the Person \(people[0]).",
            ])
        for (name, type) in [("B.sqlite", StoreType.sqlite), ("C.binary", .binary)] {
            let copy = directory.path + "/" + name
            try PersistentStoreCoordinator.migratePersistentStore(at: path, to: copy, type: type)
            #expect(try StoreCheck.faults(path: copy).sorted() == faults.sorted(), "\(name)")
            expectSame(try rankedDump(copy), try rankedDump(path))
        }
        let xml = directory.path + "/D.xml"
        try PersistentStoreCoordinator.migratePersistentStore(at: path, to: xml, type: .xml)
        // An XML store renumbers its records.
        #expect(try StoreCheck.faults(path: xml).count == 2)
        expectSame(try rankedDump(xml), try rankedDump(path))
    }

    @Test("A one-to-one pair with a missing inverse is reported, and copied to every store type")
    func halfPair() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Club.sqlite"
        let container = try PersistentContainer(model: Club.model, store: .sqlite(path: path))
        try container.write { context in
            let ann = try context.make("Person", "Ann")
            try ann.setValue(try context.make("Locker"), forKey: "locker")
            try context.save()
        }
        try container.close()
        try RawDatabase(path).run("UPDATE ZLOCKER SET ZOWNER = NULL")

        #expect(
            try StoreCheck.faults(path: path)
                == ["Person 1: locker refers to the Locker 1, whose owner refers to nothing."])
        let before = try StoreFingerprint(at: .file(path))
        for (name, type) in [
            ("B.sqlite", StoreType.sqlite), ("C.binary", .binary), ("D.xml", .xml),
        ] {
            let copy = directory.path + "/" + name
            try PersistentStoreCoordinator.migratePersistentStore(at: path, to: copy, type: type)
            #expect(try StoreCheck.faults(path: copy).count == 1, "\(name)")
            expectSame(try rankedDump(copy), try rankedDump(path))
            let isRenumbered = type == .xml
            #expect(
                before.differences(
                    from: try StoreFingerprint(at: .file(copy)), countsOnly: isRenumbered) == [])
            // An open store saves the pair unchanged.
            let again = try PersistentContainer(
                model: Club.model,
                store: StoreDescription(type: type, location: .file(copy)))
            try again.write { context in
                _ = try context.make("Person", "Ben")
                try context.save()
            }
            try again.close()
            #expect(try StoreCheck.faults(path: copy).count == 1, "\(name)")
        }
    }

    /// Items whose code is required, and parts, which are items.
    private func items(uniqueNames: Bool = false) -> ManagedObjectModel {
        var item = EntityDescription("Item")
        item.attributes = [
            AttributeDescription("code", .string, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
        ]
        if uniqueNames { item.uniquenessConstraints = [["name"]] }
        return ManagedObjectModel(
            entities: [item, EntityDescription("Part", superentityName: "Item")])
    }

    @Test(
        "Missing required values and duplicate unique values are reported",
        arguments: [StoreType.sqlite, .xml])
    func brokenRules(type: StoreType) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Items"
        let container = try PersistentContainer(
            model: items(), store: StoreDescription(type: type, location: .file(path)))
        let ids = try container.write { context in
            try (0..<10).map { number in
                let object = try ManagedObject(
                    entityName: number == 7 ? "Part" : "Item", context: context)
                try object.setValue(number < 3 ? "same" : "name \(number)", forKey: "name")
                try object.setValue("code \(number)", forKey: "code")
                try context.save()
                return try #require(object.objectID.recordNumber)
            }
        }
        try container.close()
        #expect(try StoreCheck.faults(path: path) == [])
        let url = URL(fileURLWithPath: path)
        if type == .sqlite {
            try RawDatabase(path).run("UPDATE ZITEM SET ZCODE = NULL WHERE ZCODE <> 'code 9'")
        } else {
            let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            let kept = lines.filter { !$0.contains(">code ") || $0.contains(">code 9<") }
            try Data(kept.joined(separator: "\n").utf8).write(to: url)
        }
        func list(_ keys: some Sequence<Int64>) -> String {
            keys.map { "\($0)" }.joined(separator: ", ")
        }
        let missing =
            "Item: code is required, and 9 records have none: \(list(ids.prefix(5))) and others."

        let required = try StoreCheck.faults(path: path)
        let unique = try StoreCheck.faults(path: path, model: items(uniqueNames: true))

        #expect(required == [missing])
        if type == .sqlite {
            #expect(
                unique == [
                    missing,
                    "Item: name has to be unique, and 3 records share values: "
                        + "\(list(ids.prefix(3))).",
                ])
        } else {
            #expect(unique.count == 1 && unique[0].contains("several records share “same”"))
            #expect(unique[0].contains("Item"), "\(unique)")
        }
    }

    /// Teams with two or three captains and players: one relationship with a column, and one with a
    /// table.
    private static let teams: ManagedObjectModel = {
        func toMany(_ name: String, _ inverse: String) -> RelationshipDescription {
            var relationship = RelationshipDescription(
                toMany: name, "Player", inverse: inverse, isOptional: false)
            (relationship.minCount, relationship.maxCount) = (2, 3)
            return relationship
        }
        var (team, player) = (EntityDescription("Team"), EntityDescription("Player"))
        team.relationships = [toMany("players", "teams"), toMany("captains", "team")]
        player.attributes = [AttributeDescription("stays", .boolean, isOptional: false)]
        let one = RelationshipDescription(toOne: "team", "Team", inverse: "captains")
        let many = RelationshipDescription(toMany: "teams", "Team", inverse: "players")
        player.relationships = [one, many]
        return ManagedObjectModel(
            entities: [team, player, EntityDescription("Club", superentityName: "Team")])
    }()

    @Test(
        "Relationships with missing, too few or too many members are reported",
        arguments: [StoreType.sqlite, .binary])
    func members(type: StoreType) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Teams"
        let container = try PersistentContainer(
            model: Self.teams, store: StoreDescription(type: type, location: .file(path)))
        let ids = try container.write { context in
            let teams = try (0..<5).map { number in
                let team = try ManagedObject(
                    entityName: number == 1 ? "Club" : "Team", context: context)
                for name in ["players", "captains"] {
                    // The first two teams keep no player, the third one keeps one, the others keep
                    // all.
                    let players = try (0..<3).map { place in
                        let player = try ManagedObject(entityName: "Player", context: context)
                        let stays = number > 2 || number == 2 && place == 0
                        try player.setValue(stays, forKey: "stays")
                        return player
                    }
                    try team.setValue(Set(players), forKey: name)
                }
                return team
            }
            try context.save()
            return try teams.map { try #require($0.objectID.recordNumber) }
        }
        let whole = try StoreCheck.faults(path: path)
        var request = BatchDeleteRequest(entityName: "Player")
        request.predicate = try FetchPredicate(format: "stays == NO")
        let gone = request
        try container.write { _ = try $0.execute(gone) }
        try container.close()
        var many: [String] = []
        if type == .sqlite {
            try RawDatabase(path).run(
                "UPDATE ZPLAYER SET ZTEAM = \(ids[4]) WHERE Z_PK = "
                    + "(SELECT min(Z_PK) FROM ZPLAYER WHERE ZTEAM = \(ids[3]))")
            many = ["Team: captains may have 3 members at most, and 1 record has more: \(ids[4])."]
        }

        let found = try StoreCheck.faults(path: path)

        #expect(whole == [])
        let expected = ["captains", "players"].flatMap { name in
            [
                "Team: \(name) is required, and 2 records have none: \(ids[0]), \(ids[1]).",
                "Team: \(name) has to have at least 2 members, and 1 record has fewer: \(ids[2]).",
            ]
        }
        #expect(found.sorted() == (expected + many).sorted())
    }

    @Test("An unreferenced external file is a warning with its path, but no fault")
    func warnings() throws {
        let external = ExternalData(storePath: farm.path, threshold: 0)
        let stranger = UUID().uuidString
        try external.write(Data([1, 2, 3]), as: stranger)
        let before = try bytes()

        #expect(
            try StoreCheck.warnings(path: farm.path)
                == ["No record refers to the file \(external.path(of: stranger))."])
        #expect(try StoreCheck.faults(path: farm.path) == [])
        #expect(try bytes() == before)
        external.remove(stranger)
        #expect(try StoreCheck.warnings(path: farm.path) == [])
    }

    @Test("A row without an entity number is neither counted, dumped nor copied")
    func strayRow() throws {
        try RawDatabase(farm.path).run(
            "INSERT INTO ZKEEPER (Z_PK, Z_OPT, ZNAME) VALUES (9, 1, 'X')")
        let copy = farm.directory.path + "/Copy.xml"

        #expect(try StoreSummary(path: farm.path).lines.contains("  Keeper: 2"))
        #expect(try !dump().contains { $0.contains(#""name":"X""#) })
        try PersistentStoreCoordinator.migratePersistentStore(
            at: farm.path, to: copy, type: .xml, model: Farm.model)
        #expect(try StoreSummary(path: copy).lines.contains("  Keeper: 2"))
    }

    @Test("A summary counts records by entity and does not show metadata values")
    func summary() throws {
        try PersistentStoreCoordinator.setMetadata(
            ["token": .string("secret")], forPersistentStoreAt: farm.path)

        let summary = try StoreSummary(path: farm.path)

        #expect(summary.lines.contains("  Keeper: 2") && summary.lines.contains("  Animal: 0"))
        #expect(summary.lines.contains("Metadata keys of applications: 1"))
        #expect(!summary.lines.joined().contains("secret"))
    }

    @Test("Metadata is read without opening the store, and application keys are kept")
    func metadata() throws {
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        try PersistentStoreCoordinator.setMetadata(
            ["owner": .string("Ann"), "count": .integer(7), "day": .date(date)],
            forPersistentStoreAt: farm.path)
        try PersistentStoreCoordinator.setMetadata(
            ["count": .null], forPersistentStoreAt: farm.path)
        let before = try bytes()

        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: farm.path)

        #expect(metadata.applicationKeys == ["day", "owner"])
        #expect(metadata.value(forKey: "owner") == .string("Ann"))
        #expect(metadata.value(forKey: "day") == .date(date))
        #expect(metadata.value(forKey: "count") == .null)
        #expect(metadata.isCompatible(with: Farm.model))
        #expect(try bytes() == before)
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.setMetadata(
                ["NSStoreType": .null], forPersistentStoreAt: farm.path)
        }
        #expect(throws: PersistenceError.self) {
            _ = try PersistentStoreCoordinator.metadataForPersistentStore(at: farm.path + "-none")
        }
    }

    @Test(
        "Dates have as many digits as necessary, in UTC",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (-0.5, "2000-12-31T23:59:59.5Z"),
            (427_087_985.123456, "2014-07-15T03:33:05.123456Z"),
            (0.1234567891234, "2001-01-01T00:00:00.123456789Z"),
        ])
    func dates(_ date: (seconds: Double, text: String)) {
        let text = JSONText.date(Date(timeIntervalSinceReferenceDate: date.seconds))

        #expect(text == "\"\(date.text)\"")
    }

    @Test("Text is escaped as JSON")
    func text() throws {
        let text = "a \"b\" \\ \n\t\u{1}é🛋"

        let data = Data(JSONText.array([JSONText.string(text)]).utf8)

        #expect(try JSONSerialization.jsonObject(with: data) as? [String] == [text])
    }

    @Test("Apple stores can be dumped and checked", arguments: Corpus.stores)
    func corpus(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let before = try Data(contentsOf: URL(fileURLWithPath: copy.path))

        let dump = try StoreDump(path: copy.path)
        var count = 0
        try dump.forEachLine { (line) throws in
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
            count += 1
        }
        try dump.close()
        let faults = try StoreCheck.faults(path: copy.path)

        let summary = try StoreSummary(path: copy.path)
        #expect(summary.counts.map(\.count).reduce(0, +) == count)
        // External files of the stores, and some records, are not in the corpus.
        let others = faults.filter {
            !$0.contains("which is missing") && !$0.contains("which is not there")
        }
        #expect(others == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path)) == before)
    }
}
