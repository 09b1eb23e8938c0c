import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct RowTests {
    private let zoo: ZooStore

    init() throws {
        zoo = try ZooStore()
    }

    @Test("Values survive a round trip")
    func roundTrip() throws {
        let tag = UUID()
        let keeper = try zoo.insert("Keeper", ["name": .string("Ann")])
        let values: [String: AttributeValue] = [
            "name": .string("Ä long näme that does not fit inline 🐠"), "tag": .uuid(tag),
            "weight": .decimal(Decimal(string: "-10.125") ?? 0), "isShy": .boolean(false),
            "born": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "notes": .data(Data([0, 1])),
            "colour": .integer(-7), "photo": .data(Data()),
            "keeper": .object(try zoo.id("Keeper", keeper)),
        ]

        let key = try zoo.insert("Fish", values)

        for (name, value) in values {
            #expect(try zoo.value(name, of: "Fish", key) == value, "\(name)")
        }
        #expect(try zoo.value("home", of: "Fish", key) == .null)
    }

    @Test("Values are stored like Core Data’s")
    func storage() throws {
        let tag = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        try zoo.insert(
            "Fish",
            [
                "tag": .uuid(tag), "born": .date(Date(timeIntervalSinceReferenceDate: 5)),
                "weight": .decimal(3), "isShy": .boolean(true), "photo": .data(Data([7])),
                "home": .url(try #require(URL(string: "https://sea.example/1"))),
            ])
        try zoo.insert(
            "Bird",
            [
                "born": .date(Date(timeIntervalSinceReferenceDate: 5.25)),
                "weight": .decimal(try #require(Decimal(string: "10.11"))), "span": .double(2),
            ])

        let rows = try zoo.raw(
            "SELECT Z_ENT, Z_OPT, typeof(ZBORN), typeof(ZWEIGHT), ZISSHY, hex(ZTAG), hex(ZPHOTO), "
                + "ZHOME, typeof(ZSPAN) FROM ZANIMAL ORDER BY Z_PK")

        #expect(
            rows == [
                [
                    "3", "1", "integer", "integer", "1", "00112233445566778899AABBCCDDEEFF", "0107",
                    "https://sea.example/1", "null",
                ],
                ["2", "1", "real", "real", nil, "", "", nil, "real"],
            ])
    }

    @Test(
        "Decimals of up to 15 digits are exact",
        arguments: [
            "0", "1", "-1", "0.1", "12.5", "10.11", "3.3333333333", "123456789012345",
            "0.00000012345", "1234567.89012345", "-0.07", "99999999999999.9", "1000000", "1.10",
        ])
    func decimals(_ text: String) throws {
        let number = try #require(Decimal(string: text))

        let key = try zoo.insert("Keeper", ["salary": .decimal(number)])

        #expect(try zoo.value("salary", of: "Keeper", key) == .decimal(number))
    }

    @Test("Large values are deferred in rows, and read on demand")
    func deferred() throws {
        let notes = Data(repeating: 3, count: 5_000)
        let key = try zoo.insert("Bird", ["notes": .data(notes)])

        let value = try zoo.value("notes", of: "Bird", key)

        #expect(value == .deferred(byteCount: 5_000))
        let read = try zoo.read {
            try $0.value(
                of: try zoo.slot("notes", of: "Bird"), entity: try zoo.entity("Bird"), key: key)
        }
        #expect(read == .data(notes))
    }

    @Test("A to-one relationship to a hierarchy has the concrete entity")
    func concreteEntity() throws {
        let fish = try zoo.insert("Fish")
        let keeper = try zoo.insert("Keeper", ["favourite": .object(try zoo.id("Fish", fish))])

        guard case .object(let id) = try zoo.value("favourite", of: "Keeper", keeper) else {
            Issue.record("There is no favourite")
            return
        }

        #expect(id.entityName == "Fish")
        #expect(try zoo.raw("SELECT ZFAVOURITE, Z1_FAVOURITE FROM ZKEEPER") == [["\(fish)", "3"]])
    }

    @Test("A fetch of an entity includes records of its subentities only")
    func inheritance() throws {
        try zoo.insert("Fish")
        try zoo.insert("Bird")

        var numbers: [Int] = []
        try zoo.read { session in
            try session.fetch(StoreFetch(entity: try zoo.entity("Animal"))) {
                numbers.append($0.entityNumber)
            }
            #expect(try session.count(StoreFetch(entity: try zoo.entity("Bird"))) == 1)
            #expect(try session.row(of: try zoo.entity("Bird"), key: 1) == nil)
        }

        #expect(numbers == [3, 2])
    }

    @Test("An update writes changed values if the version matches")
    func update() throws {
        let key = try zoo.insert("Keeper", ["name": .string("Ann"), "salary": .decimal(1)])

        #expect(try zoo.update("Keeper", key, expecting: 1, ["name": .string("Eve")]).isEmpty)
        let conflicts = try zoo.update("Keeper", key, expecting: 1, ["name": .string("Bob")])

        #expect(try zoo.raw("SELECT ZNAME, ZSALARY, Z_OPT FROM ZKEEPER") == [["Eve", "1", "2"]])
        let persisted = try #require(conflicts.first?.persisted)
        #expect(persisted[try zoo.slot("name", of: "Keeper").number] == .string("Eve"))
        #expect(persisted.version == 2)
    }

    @Test("A deleted record is a conflict without values")
    func updateOfDeleted() throws {
        let conflicts = try zoo.update("Keeper", 77, expecting: 1, ["name": .string("Bob")])

        #expect(conflicts.map(\.key) == [77])
        #expect(conflicts.first?.persisted == nil)
    }

    @Test("The deletion of a changed record is refused, otherwise performed")
    func delete() throws {
        let entity = try zoo.entity("Keeper")
        let key = try zoo.insert("Keeper")
        try zoo.update("Keeper", key, expecting: 1, ["name": .string("Eve")])

        let refused = try zoo.write {
            try $0.delete([StoreDelete(key: key, expectedVersion: 1)], of: entity)
        }
        let done = try zoo.write {
            try $0.delete([StoreDelete(key: key, expectedVersion: 2)], of: entity)
        }

        #expect(refused.count == 1)
        #expect(done.isEmpty)
        #expect(try zoo.raw("SELECT count(*) FROM ZKEEPER") == [["0"]])
    }

    @Test("A violated constraint names the entity and its properties")
    func constraint() throws {
        let values: [String: AttributeValue] = ["name": .string("Nemo"), "tag": .uuid(UUID())]
        try zoo.insert("Fish", values)

        do {
            try zoo.insert("Bird", values)
            Issue.record("The record was taken")
        } catch PersistenceError.constraintConflict(let entity, let properties) {
            #expect(entity == "Animal")
            #expect(properties == ["name", "tag"])
        }
    }

    @Test("New primary keys follow those written by others without updating Z_MAX")
    func allocation() throws {
        let first = try zoo.insert("Keeper")
        try RawDatabase(zoo.path).run("INSERT INTO ZKEEPER (Z_PK, Z_ENT, Z_OPT) VALUES (40, 4, 1)")

        let second = try zoo.insert("Keeper")

        #expect([first, second] == [1, 41])
        #expect(try zoo.raw("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 4") == [["41"]])
    }
}
