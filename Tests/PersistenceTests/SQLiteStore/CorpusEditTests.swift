import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Edits through contexts in copies of Apple's stores.
struct CorpusEditTests {
    /// An open copy.
    private final class Edited {
        let copy: Corpus.Copy
        let container: PersistentContainer
        let context: ManagedObjectContext
        let schema: SQLSchema
        private let bookkeeping: [[String?]]
        private let faults: [String]

        init(_ name: String) throws {
            copy = try Corpus.Copy(of: name)
            faults = try StoreCheck.faults(path: copy.path)
            bookkeeping = try Self.bookkeeping(copy.path)
            container = try PersistentContainer(
                model: try copy.model(), classes: [], store: .sqlite(path: copy.path))
            context = ManagedObjectContext(container)
            let store = try #require(container.coordinator.stores.first as? SQLiteStore)
            schema = store.contents.schema
        }

        var layout: ModelLayout { container.coordinator.layout }

        func rows(_ sql: String) throws -> [[String?]] { try RawDatabase(copy.path).rows(sql) }

        func number(_ sql: String) throws -> Int {
            Int(try RawDatabase(copy.path).column(sql).first ?? "") ?? 0
        }

        /// The records of an entity without its subentities.
        func objects(of entity: EntityLayout) throws -> [ManagedObject] {
            var request = FetchRequest<ManagedObject>(entityName: entity.name)
            request.includesSubentities = false
            request.fetchLimit = 200
            return try context.fetch(request)
        }

        /// Returns whether the changes were saved; changes that the model does not allow are rolled
        /// back.
        func saves() throws -> Bool {
            do {
                try context.save()
                return true
            } catch is PersistenceError {
                context.rollback()
                return false
            }
        }

        /// Closes the store and checks that the rest of it is unchanged.
        func finish() throws {
            try container.close()
            #expect(try Self.bookkeeping(copy.path) == bookkeeping)
            #expect(try RawDatabase(copy.path).column("PRAGMA integrity_check") == ["ok"])
            #expect(try StoreCheck.faults(path: copy.path) == faults)
        }

        private static func bookkeeping(_ path: String) throws -> [[String?]] {
            try RawDatabase(path).rows(
                "SELECT hex(Z_PLIST), Z_UUID, hex(Z_CONTENT) FROM Z_METADATA, Z_MODELCACHE")
        }
    }

    @Test("A changed attribute updates only its column and the row version")
    func attributes() throws {
        var count = 0
        for name in Corpus.stores {
            let store = try Edited(name)
            for entity in store.layout.entities where !entity.description.isAbstract {
                count += try changeAttribute(of: entity, in: store) ? 1 : 0
            }
            try store.finish()
        }
        #expect(count > Corpus.stores.count)
    }

    private func changeAttribute(of entity: EntityLayout, in store: Edited) throws -> Bool {
        let table = store.schema[entity].table
        let constrained = Set(
            store.layout.model.lineage(of: entity.name)
                .flatMap(\.uniquenessConstraints).joined())
        let slots = entity.slots.filter { slot in
            slot.attribute?.attributeType == .string && slot.attribute?.isDerived == false
                && !slot.isTransient && !constrained.contains(slot.name)
        }
        guard let slot = slots.first, let column = store.schema[entity].columns[slot.number] else {
            return false
        }
        let columns = try store.rows("SELECT name FROM pragma_table_info('\(table)')").map { $0[0] }
        for object in try store.objects(of: entity).prefix(5) {
            let key = object.objectID.key
            let before = try store.rows("SELECT * FROM \(table) ORDER BY Z_PK")
            let transactions = try history(of: store, entity, key)
            try object.setValue("changed", forKey: slot.name)
            guard object.hasChanges, try store.saves() else { continue }

            let after = try store.rows("SELECT * FROM \(table) ORDER BY Z_PK")
            let changed = zip(before, after).filter { $0 != $1 }
            #expect(before.count == after.count && changed.count == 1)
            for (old, new) in changed {
                let names = columns.indices.filter { old[$0] != new[$0] }.map { columns[$0] }
                #expect(Set(names) == ["Z_OPT", column], "\(entity.name)")
                let versions = [old, new].map { Int($0[2] ?? "") ?? 0 }
                #expect(new[0] == "\(key)" && versions[1] == versions[0] + 1)
            }
            #expect(try history(of: store, entity, key) == transactions.map { $0 + 1 })
            return true
        }
        return false
    }

    /// The number of updates of a record in the store's history; nil without a history.
    private func history(
        of store: Edited, _ entity: EntityLayout, _ key: Int64
    ) throws -> Int? {
        guard try store.number("SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'") > 0
        else { return nil }
        return try store.number(
            "SELECT count(*) FROM ACHANGE JOIN ATRANSACTION t ON t.Z_PK = ZTRANSACTIONID "
                + "WHERE ZCHANGETYPE = 1 AND ZENTITY = \(entity.number) AND ZENTITYPK = \(key)")
    }

    @Test("A changed order is written to the order column and read by others")
    func orders() throws {
        var count = 0
        for name in Corpus.stores {
            let store = try Edited(name)
            for entity in store.layout.entities {
                for slot in entity.slots
                where slot.relationship?.isOrdered == true
                    && slot.declaringEntityNumber == entity.number
                {
                    count += try reverse(slot, of: entity, in: store) ? 1 : 0
                }
            }
            try store.finish()
        }
        #expect(count > (Corpus.directory == nil ? 0 : 1))
    }

    private func reverse(
        _ slot: PropertySlot, of entity: EntityLayout, in store: Edited
    ) throws -> Bool {
        for object in try store.objects(of: entity) {
            let members = try #require(try object.value(forKey: slot.name) as? [ManagedObject])
            guard members.count > 1 else { continue }
            try object.setValue(members.reversed(), forKey: slot.name)
            guard try store.saves() else { continue }

            let reader = ManagedObjectContext(store.container)
            let other = try reader.existingObject(with: object.objectID)
            let found = try #require(try other.value(forKey: slot.name) as? [ManagedObject])
            #expect(found.map(\.objectID) == members.reversed().map(\.objectID))
            #expect(try places(slot, of: object, in: store).count == members.count)
            return true
        }
        return false
    }

    /// The different values of the order column for an object's members.
    private func places(
        _ slot: PropertySlot, of object: ManagedObject, in store: Edited
    ) throws -> Set<String?> {
        let entity = object.layout
        let key = object.objectID.key
        if let join = store.schema[entity].joins[slot.number] {
            let column = try #require(join.orderColumn)
            return Set(
                try store.rows(
                    "SELECT \(column) FROM \(join.table) WHERE \(join.sourceColumn) = \(key)"
                ).map { $0[0] })
        }
        let destination = store.layout.entity(slot.destinationNumber)
        let inverse = try #require(slot.inverseSlot)
        let sql = store.schema[destination]
        let number = try #require(destination.slots[inverse].orderSlot)
        let (order, owner) = (try #require(sql.columns[number]), try #require(sql.columns[inverse]))
        return Set(
            try store.rows("SELECT \(order) FROM \(sql.table) WHERE \(owner) = \(key)")
                .map { $0[0] })
    }

    @Test("Removing and adding a many-to-many member deletes and inserts its join row")
    func pairs() throws {
        var count = 0
        for name in Corpus.stores {
            let store = try Edited(name)
            for entity in store.layout.entities {
                for slot in entity.slots
                where slot.isToMany && slot.declaringEntityNumber == entity.number
                    && store.schema[entity].joins[slot.number] != nil
                {
                    count += try replacePair(slot, of: entity, in: store) ? 1 : 0
                }
            }
            try store.finish()
        }
        #expect(count > 1)
    }

    private func replacePair(
        _ slot: PropertySlot, of entity: EntityLayout, in store: Edited
    ) throws -> Bool {
        let join = try #require(store.schema[entity].joins[slot.number])
        let sql =
            "SELECT \(join.sourceColumn), \(join.destinationColumn) FROM \(join.table) "
            + "ORDER BY 1, 2"
        for object in try store.objects(of: entity) {
            let members = object.relationship(at: slot.number).objects
            guard let member = members.first else { continue }
            let before = try store.rows(sql)
            try object.setValue(members.dropFirst().map { $0 }, forKey: slot.name)
            guard try store.saves() else { continue }
            let pair = ["\(object.objectID.key)", "\(member.objectID.key)"]
            let without = try store.rows(sql)
            #expect(without.count < before.count && !without.contains(pair))

            try object.setValue(members, forKey: slot.name)
            #expect(try store.saves())

            #expect(try store.rows(sql) == before)
            return true
        }
        return false
    }

    @Test("A new record gets the next primary key, and Z_MAX is incremented")
    func insertions() throws {
        var count = 0
        for name in Corpus.stores {
            let store = try Edited(name)
            for entity in store.layout.entities where !entity.description.isAbstract {
                let sql = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.rootNumber)"
                let before = try store.number(sql)
                let object = try ManagedObject(entityName: entity.name, context: store.context)
                for attribute in entity.slots.compactMap(\.attribute)
                where attribute.attributeType == .string && !attribute.isOptional {
                    try object.setValue("New", forKey: attribute.name)
                }
                guard try store.saves() else { continue }
                let row = try store.rows(
                    "SELECT Z_ENT, Z_OPT FROM \(store.schema[entity].table) "
                        + "WHERE Z_PK = \(object.objectID.key)")
                #expect(row == [["\(entity.number)", "1"]])
                #expect(try store.number(sql) == Int(object.objectID.key))
                #expect(object.objectID.key == Int64(before) + 1)
                count += 1
            }
            try store.finish()
        }
        #expect(count > Corpus.stores.count)
    }
}
