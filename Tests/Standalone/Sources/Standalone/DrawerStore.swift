import Foundation
import ObjectModel
import Persistence
import Synchronization

/// A store that another package has written, with what Persistence makes public alone: records in
/// dictionaries. The library searches and sorts them.
final class DrawerStore: PersistentStore {
    /// The contents of the drawer.
    struct Contents {
        var rows: [StoreReference: RowSnapshot] = [:]
        var members: [Side: [Int64: [Int64]]] = [:]
        var lastKeys: [Int: Int64] = [:]
    }

    /// One end of a relationship between many and many.
    struct Side: Hashable {
        var entity: Int
        var slot: Int
    }

    let identifier = UUID().uuidString
    let storeEntities: StoreEntities
    var path: String? { nil }
    var isReadOnly: Bool { false }

    private let layout: ModelLayout
    private let saved = Mutex((contents: Contents(), count: 0))
    private let turn = NSRecursiveLock()
    /// The session that writes, used by the holder of the turn.
    nonisolated(unsafe) private var writing: DrawerSession?

    init(_ opening: StoreOpening) {
        layout = opening.layout
        storeEntities = StoreEntities(
            layout: opening.layout, storeIdentifier: identifier, storeIndex: opening.storeIndex)
    }

    var changeCount: Int { saved.withLock { $0.count } }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try body(DrawerSession(self, saved.withLock { $0.contents }, layout))
    }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try turn.withLock {
            if let writing { return try body(writing) }
            let session = DrawerSession(self, saved.withLock { $0.contents }, layout)
            writing = session
            defer { writing = nil }
            return try body(session)
        }
    }

    func publish(_ contents: Contents) {
        saved.withLock { $0 = (contents, $0.count + 1) }
    }

    func close() throws {}
}

/// Opens drawers.
struct DrawerFactory: PersistentStoreFactory {
    static let type = StoreType(rawValue: "Drawer")

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore { DrawerStore(opening) }
}

final class DrawerSession: StoreSession {
    fileprivate var contents: DrawerStore.Contents
    private let store: DrawerStore
    private let layout: ModelLayout
    private var transaction: DrawerTransaction?

    init(_ store: DrawerStore, _ contents: DrawerStore.Contents, _ layout: ModelLayout) {
        (self.store, self.contents, self.layout) = (store, contents, layout)
    }

    private var rows: [any StoreRow] { contents.rows.map { DrawerRow($0.key, $0.value) } }

    func fetch(_ request: StoreFetch, _ visit: (any StoreRow) throws -> Void) throws {
        for row in try request.rows(among: rows, in: self, store.storeEntities) { try visit(row) }
    }

    func count(_ request: StoreFetch) throws -> Int {
        try request.rows(among: rows, in: self, store.storeEntities).count
    }

    func fetchDictionaries(
        _ request: StoreFetch, _ columns: StoreColumns
    ) throws -> [RowSnapshot] {
        try request.dictionaries(columns, among: rows, in: self, store.storeEntities, layout)
    }

    func row(of entity: EntityLayout, key: Int64) throws -> (any StoreRow)? {
        let reference = StoreReference(entityNumber: entity.number, key: key)
        return contents.rows[reference].map { DrawerRow(reference, $0) }
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        let side = DrawerStore.Side(entity: entity.number, slot: slot.number)
        return (contents.members[side]?[key] ?? []).sorted().map {
            StoreReference(entityNumber: slot.destinationNumber, key: $0)
        }
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        try keys.reduce(into: [:]) { $0[$1] = try destinations(of: slot, from: entity, key: $1) }
    }

    func value(of slot: PropertySlot, entity: EntityLayout, key: Int64) throws -> AttributeValue {
        contents.rows[StoreReference(entityNumber: entity.number, key: key)]?[slot.number] ?? .null
    }

    func isPristine() throws -> Bool { contents.lastKeys.isEmpty }

    func transaction<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        if let transaction { return try body(transaction) }
        let before = contents
        let transaction = DrawerTransaction(self)
        self.transaction = transaction
        defer { self.transaction = nil }
        do {
            let result = try body(transaction)
            store.publish(contents)
            return result
        } catch {
            contents = before
            throw error
        }
    }
}

final class DrawerTransaction: StoreTransaction {
    private unowned let session: DrawerSession

    init(_ session: DrawerSession) { self.session = session }

    func setOrigin(_ origin: StoreTransactionOrigin) {}

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        let last = session.contents.lastKeys[rootNumber] ?? 0
        session.contents.lastKeys[rootNumber] = last + Int64(count)
        return last + 1
    }

    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        for row in rows {
            let reference = StoreReference(entityNumber: entity.number, key: row.key)
            session.contents.rows[reference] = row.row
        }
    }

    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
        rows.compactMap { row in
            change(row.key, row.expectedVersion, entity, to: row.row)
        }
    }

    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
        rows.compactMap { row in change(row.key, row.expectedVersion, entity, to: nil) }
    }

    private func change(
        _ key: Int64, _ version: Int64?, _ entity: EntityLayout, to row: RowSnapshot?
    ) -> StoreConflict? {
        let reference = StoreReference(entityNumber: entity.number, key: key)
        let present = session.contents.rows[reference]
        guard let present, version == nil || present.version == version else {
            return StoreConflict(key: key, persisted: present)
        }
        session.contents.rows[reference] = row
        return nil
    }

    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout
    ) throws {
        let side = DrawerStore.Side(entity: entity.number, slot: slot.number)
        let other = slot.inverseSlot.map {
            DrawerStore.Side(entity: slot.destinationNumber, slot: $0)
        }
        for change in changes {
            for key in change.removed { set(change.key, key, side, other, isMember: false) }
            for key in change.added { set(change.key, key, side, other, isMember: true) }
        }
    }

    private func set(
        _ key: Int64, _ member: Int64, _ side: DrawerStore.Side, _ other: DrawerStore.Side?,
        isMember: Bool
    ) {
        for (side, key, member) in [(side, key, member), (other, member, key)] {
            guard let side else { continue }
            session.contents.members[side, default: [:]][key, default: []].removeAll {
                $0 == member
            }
            if isMember { session.contents.members[side, default: [:]][key]?.append(member) }
        }
    }
}

final class DrawerRow: StoreRow {
    private let reference: StoreReference
    private let row: RowSnapshot

    init(_ reference: StoreReference, _ row: RowSnapshot) {
        (self.reference, self.row) = (reference, row)
    }

    var entityNumber: Int { reference.entityNumber }
    var key: Int64 { reference.key }
    var version: Int64 { row.version }
    func snapshot() throws -> RowSnapshot { row }
}
