import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct RelationshipTests {
    private let zoo: ZooStore

    init() throws {
        zoo = try ZooStore()
    }

    private func change(
        _ name: String, of entity: String, _ key: Int64, removed: [Int64] = [],
        added: [Int64] = [], order: [Int64]? = nil
    ) throws {
        try zoo.write {
            try $0.updateJoins(
                [StoreJoinChange(key: key, removed: removed, added: added, order: order)],
                of: try zoo.slot(name, of: entity), in: try zoo.entity(entity))
        }
    }

    private func keys(_ name: String, of entity: String, _ key: Int64) throws -> [Int64] {
        try zoo.read {
            try $0.destinations(
                of: try zoo.slot(name, of: entity), from: try zoo.entity(entity), key: key)
        }.map(\.key)
    }

    @Test("A to-many relationship is in order, with concrete entities")
    func ordered() throws {
        let keeper = AttributeValue.object(try zoo.id("Keeper", try zoo.insert("Keeper")))
        let place = try #require(zoo.slot("keeper", of: "Bird").orderSlot)
        for (key, entity, number) in [(1, "Bird", 3072), (2, "Fish", 2048), (3, "Bird", 2560)] {
            let row = try zoo.row(entity, ["keeper": keeper])
            let number = AttributeValue.integer(Int64(number))
            row[
                entity == "Bird"
                    ? place : try #require(zoo.slot("keeper", of: entity).orderSlot)] =
                number
            try zoo.write {
                try $0.insert(
                    [StoreInsert(key: Int64(key), row: row)], into: try zoo.entity(entity))
            }
        }

        let animals = try zoo.read {
            try $0.destinations(
                of: try zoo.slot("animals", of: "Keeper"), from: try zoo.entity("Keeper"), key: 1)
        }

        #expect(animals.map(\.key) == [2, 3, 1])
        #expect(animals.map(\.entityNumber) == [3, 2, 2])
    }

    @Test("The destinations of many records are read at once")
    func many() throws {
        let toys = try (1...5).map { _ in try zoo.insert("Toy") }
        var expected: [Int64: [Int64]] = [:]
        for index in 0..<700 {
            let keeper = try zoo.insert("Keeper")
            expected[keeper] = [toys[index % 5], toys[(index + 1) % 5]]
            try change("toys", of: "Keeper", keeper, added: expected[keeper] ?? [])
        }

        let found = try zoo.read {
            try $0.destinations(
                of: try zoo.slot("toys", of: "Keeper"), from: try zoo.entity("Keeper"),
                keys: Array(expected.keys) + [999_999])
        }

        #expect(found.mapValues { $0.map(\.key) } == expected)
    }

    @Test("Join rows added from both sides are unique, and deleted with either record")
    func joins() throws {
        let keeper = try zoo.insert("Keeper")
        let toys = try (1...3).map { _ in try zoo.insert("Toy") }
        try change("toys", of: "Keeper", keeper, added: toys)
        try change("owners", of: "Toy", toys[0], added: [keeper])

        try change("toys", of: "Keeper", keeper, removed: [toys[1]])
        let before = try keys("toys", of: "Keeper", keeper)
        _ = try zoo.write {
            try $0.delete(
                [StoreDelete(key: toys[0], expectedVersion: nil)], of: try zoo.entity("Toy"))
        }

        #expect(before == [toys[0], toys[2]])
        #expect(try keys("owners", of: "Toy", toys[2]) == [keeper])
        #expect(
            try zoo.raw("SELECT Z_4OWNERS, Z_5TOYS FROM Z_4TOYS") == [["\(keeper)", "\(toys[2])"]])
    }

    @Test("The order is stored in Core Data’s numbers, few of which change")
    func order() throws {
        let keeper = try zoo.insert("Keeper")
        let toys = try (1...4).map { _ in try zoo.insert("Toy") }
        try change("toys", of: "Keeper", keeper, added: toys, order: toys)
        let first = try zoo.raw("SELECT Z_FOK_5TOYS FROM Z_4TOYS ORDER BY Z_5TOYS")

        let moved = [toys[0], toys[3], toys[1], toys[2]]
        try change("toys", of: "Keeper", keeper, order: moved)

        #expect(first == [["2048"], ["3072"], ["4096"], ["5120"]])
        #expect(try keys("toys", of: "Keeper", keeper) == moved)
        #expect(
            try zoo.raw("SELECT Z_FOK_5TOYS FROM Z_4TOYS ORDER BY Z_5TOYS")
                == [["2048"], ["3072"], ["4096"], ["2560"]])
    }

    @Test("An order can include members that the inverse adds later")
    func orderBeforePairs() throws {
        let keeper = try zoo.insert("Keeper")
        let toys = try (1...3).map { _ in try zoo.insert("Toy") }
        let order = Array(toys.reversed())

        try change("toys", of: "Keeper", keeper, order: order)
        for toy in toys { try change("owners", of: "Toy", toy, added: [keeper]) }

        #expect(try keys("toys", of: "Keeper", keeper) == order)
    }

    @Test("A relationship of an entity to itself has two directions")
    func selfJoin() throws {
        let birds = try (1...3).map { _ in try zoo.insert("Bird") }

        try change("friends", of: "Bird", birds[0], added: [birds[1], birds[2]])

        #expect(try keys("friends", of: "Bird", birds[0]) == [birds[1], birds[2]])
        #expect(try keys("friends", of: "Bird", birds[1]) == [])
        #expect(try keys("friendOf", of: "Bird", birds[1]) == [birds[0]])
    }

    @Test("A relationship that is its own inverse is symmetric")
    func symmetric() throws {
        let toys = try (1...3).map { _ in try zoo.insert("Toy") }

        try change("twins", of: "Toy", toys[0], added: [toys[1], toys[2]])
        try change("twins", of: "Toy", toys[2], removed: [toys[0]])

        #expect(try keys("twins", of: "Toy", toys[0]) == [toys[1]])
        #expect(try keys("twins", of: "Toy", toys[1]) == [toys[0]])
        #expect(try keys("twins", of: "Toy", toys[2]) == [])
    }
}
