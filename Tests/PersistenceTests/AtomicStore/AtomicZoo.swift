import Foundation
import ObjectModel
import PersistenceInspection
import Testing

@testable import Persistence

/// A store of one type with an object of each entity, and helpers that inspect it.
final class AtomicZoo {
    /// The zoo's model, in which no animal needs friends.
    static let model: ManagedObjectModel = {
        var model = Zoo.model
        for index in model.entities.indices {
            model.entities[index].relationships = model.entities[index].relationships.map {
                Farm.optional($0)
            }
        }
        return model
    }()

    let directory: TemporaryDirectory
    let type: StoreType
    var path: String { directory.path + "/Zoo.\(type.rawValue.lowercased())" }

    /// A bird and a fish that are friends, a keeper with a favourite and toys, twins among these.
    init(_ type: StoreType) throws {
        self.type = type
        directory = try TemporaryDirectory()
        let container = try container()
        try container.write { context in
            let objects = try ["Bird", "Fish", "Keeper", "Toy", "Toy"].map {
                try ManagedObject(entityName: $0, context: context)
            }
            try Self.fill(objects)
            try context.save()
        }
        try container.close()
    }

    private static func fill(_ objects: [ManagedObject]) throws {
        let (bird, fish, keeper) = (objects[0], objects[1], objects[2])
        try bird.setValue("e\u{301}té <&> \\u0007 \u{7}\r\n\t\"", forKey: "name")
        try bird.setValue("\u{E9}te\u{301} \u{FFFE}", forKey: "colour")
        try bird.setValue(1e-9, forKey: "span")
        try bird.setValue(Decimal(string: "12.5"), forKey: "weight")
        try bird.setValue(Date(timeIntervalSinceReferenceDate: 0.1), forKey: "born")
        try bird.setValue(UUID(), forKey: "tag")
        try bird.setValue(false, forKey: "isShy")
        try bird.setValue(
            Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) }), forKey: "photo")
        try bird.setValue(Data(), forKey: "notes")
        try fish.setValue("", forKey: "name")
        try fish.setValue(Int64(-7), forKey: "colour")
        try fish.setValue(URL(string: "https://example.org/a%20b?c=d&e=f"), forKey: "home")
        try bird.setValue(Set([bird, fish]), forKey: "friends")
        try keeper.setValue("Ann", forKey: "name")
        try keeper.setValue([fish, bird], forKey: "animals")
        try keeper.setValue(fish, forKey: "favourite")
        try keeper.setValue([objects[4], objects[3]], forKey: "toys")
        try objects[3].setValue(Set([objects[4]]), forKey: "twins")
        try objects[4].setValue("Ball", forKey: "label")
    }

    func container(
        _ change: (inout StoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var description = StoreDescription(type: type, path: path)
        change(&description)
        return try PersistentContainer(model: Self.model, store: description)
    }

    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// The reason for which the file is refused, or nil.
    func refusal(of file: Data) throws -> String? {
        try file.write(to: URL(fileURLWithPath: path))
        do {
            try container().close()
            return nil
        } catch PersistenceError.corruptStore(let corruptPath, let reason) {
            #expect(corruptPath == path)
            return reason
        }
    }

    func refusal(replacing text: String, with other: String) throws -> String? {
        let file = String(decoding: try bytes(), as: UTF8.self)
        #expect(file.contains(text), "the file has no \(text)")
        return try refusal(of: Data(file.replacingOccurrences(of: text, with: other).utf8))
    }
}

/// The lines of a store's dump.
func dump(_ path: String) throws -> [String] {
    let dump = try StoreDump(path: path)
    var lines: [String] = []
    try dump.forEachLine { lines.append($0) }
    try dump.close()
    return lines
}

/// The lines of a store's dump, in which the position of each record among those of its entity
/// replaces its primary key.
func rankedDump(_ path: String) throws -> [String] {
    let lines = try dump(path)
    let heads = lines.map { String($0.dropFirst().prefix { $0 != "}" }.prefix(80)) }
        .map { $0.components(separatedBy: ",\"attributes\"")[0] }
    var counts: [String: Int] = [:]
    var ranks: [(String, String)] = []
    for head in heads {
        let entity = head.components(separatedBy: ",")[0]
        counts[entity, default: 0] += 1
        ranks.append((head, "\(entity),\"rank\":\(counts[entity] ?? 0)"))
    }
    return lines.map { line in
        ranks.reduce(line) { line, rank in
            line.replacingOccurrences(of: rank.0 + ",", with: rank.1 + ",")
                .replacingOccurrences(of: rank.0 + "}", with: rank.1 + "}")
        }
    }
}

/// Records the lines that differ as issues.
func expectSame(_ lines: [String], _ others: [String]) {
    let (first, second) = (Set(lines), Set(others))
    #expect(first.subtracting(second) == [])
    #expect(second.subtracting(first) == [])
    #expect(lines.count == others.count)
}
