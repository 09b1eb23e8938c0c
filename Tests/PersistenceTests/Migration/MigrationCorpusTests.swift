import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Stores from Apple's framework, each migrated to every later version of its model that is
/// available.
@Suite(.enabled(if: Corpus.directory != nil, Corpus.absence))
struct MigrationCorpusTests {
    private static let chains: [(store: String, versions: [String])] = [
        ("bookmarks/Bookmarks_V1.sqlite", ["BookmarksModel 2", "BookmarksModel 3"]),
        ("bookmarks/Bookmarks_V2.sqlite", ["BookmarksModel 3"]),
        (
            "messaging/store1-27.wiredatabase",
            [
                "zmessaging2.5", "zmessaging2.24.1", "zmessaging2.31.0", "zmessaging2.41.0",
                "zmessaging2.54.0", "zmessaging2.73.0",
            ]
        ),
        ("messaging/store1-27.wiredatabase", ["zmessaging2.73.0"]),
        ("messaging/store2-24-1.wiredatabase", ["zmessaging2.73.0"]),
        ("messaging/store2-54-0.wiredatabase", ["zmessaging2.73.0"]),
    ]

    @Test(
        "A store and its records are migrated step by step to the newest version",
        arguments: chains)
    func steps(_ chain: (store: String, versions: [String])) throws {
        let copy = try Corpus.Copy(of: chain.store)
        let models = try Corpus.models(beside: chain.store)

        for version in chain.versions {
            let old = try copy.model()
            let model = try #require(
                models.first { $0.0.contains("/\(version).xcdatamodel/") }?.1)
            let before = try records(copy.path, of: old)
            #expect(try StoreMigration(path: copy.path, to: model).run(), "\(version)")
            let after = try records(copy.path, of: model)

            let mapping = try MappingModel.inferred(from: old, to: model)
            #expect(Set(after.keys.map(\.entity)).isSubset(of: Set(model.entities.map(\.name))))
            for (record, values) in before {
                guard let entity = mapping.destinationNames[record.entity] else { continue }
                let found = after[Record(entity: entity, key: record.key)]
                #expect(found != nil, "\(record)")
                let map = try #require(mapping.mapping(to: entity))
                for (new, old) in map.attributes where values[old] != nil {
                    #expect(found?[new] == values[old], "\(entity).\(new)")
                }
                for (new, old) in map.relationships {
                    let ends = [found?[new], values[old]].map {
                        survivors($0, of: model, mapping)
                    }
                    // A list that lost its order is sorted now.
                    let isOrdered = isOrdered(new, of: entity, in: model)
                    #expect(
                        ends[0] == (isOrdered ? ends[1] : ends[1].sorted()), "\(entity).\(new)")
                }
            }
            try expectStore(at: copy.path, of: model)
        }
    }

    private struct Record: Hashable {
        var entity: String
        var key: Int64
    }

    private func isOrdered(
        _ name: String, of entity: String, in model: ManagedObjectModel
    ) -> Bool {
        model.allRelationships(of: entity).contains { $0.name == name && $0.isOrdered }
    }

    /// The destinations whose entities still exist.
    private func survivors(
        _ value: String?, of model: ManagedObjectModel, _ mapping: MappingModel
    ) -> [String] {
        (value ?? "").split(separator: ",").map(String.init).filter { reference in
            let entity = reference.split(separator: " ").first.map(String.init) ?? ""
            return model[mapping.destinationNames[entity] ?? entity] != nil
        }
    }

    /// All records with their values as text, and destinations as entity and key.
    private func records(
        _ path: String, of model: ManagedObjectModel
    ) throws -> [Record: [String: String]] {
        var options = StoreDescription.sqlite(path: path)
        options.isReadOnly = true
        let layout = try ModelLayout(model)
        let store = try SQLiteStore(options, layout: layout)
        defer { try? store.close() }
        var records: [Record: [String: String]] = [:]
        try store.withReadSession { session in
            for root in layout.entities where root.superNumber == 0 {
                try session.fetch(StoreFetch(entity: root)) { row in
                    let entity = layout.entity(row.entityNumber)
                    let snapshot = try row.snapshot()
                    var values: [String: String] = [:]
                    for slot in entity.slots where !slot.isTransient && !slot.isToMany {
                        values[slot.name] = text(snapshot[slot.number], layout)
                    }
                    records[Record(entity: entity.name, key: row.key)] = values
                }
            }
            for record in records.keys {
                let entity = try #require(layout.entity(named: record.entity))
                for slot in entity.slots where slot.isToMany && !slot.isTransient {
                    let found = try session.destinations(of: slot, from: entity, key: record.key)
                        .map { "\(layout.entity($0.entityNumber).name) \($0.key)" }
                    let isOrdered = slot.relationship?.isOrdered == true
                    records[record]?[slot.name] =
                        (isOrdered ? found : found.sorted()).joined(separator: ",")
                }
            }
        }
        return records
    }

    private func text(_ value: AttributeValue, _ layout: ModelLayout) -> String? {
        switch value {
        case .null: nil
        case .object(let id): "\(id.entityName) \(id.key)"
        default: "\(value)"
        }
    }
}
