import Foundation
public import ObjectModel
public import Persistence

/// All records of a store, each as a line of JSON. The store is not changed.
///
/// Records are ordered by the name of their concrete entity and by number. A line has all
/// persistent attributes and relationships, inherited ones included; binary data as size and
/// SHA-256.
public final class StoreDump {
    private let store: any PersistentStore
    private let layout: ModelLayout
    private let roundsDates: Bool

    /// Opens a store for reading.
    ///
    /// - Parameters:
    ///   - path: the path of the store's file.
    ///   - model: the model; nil for the one in the store.
    /// - Throws: `PersistenceError.cannotOpen`.
    public convenience init(path: String, model: ManagedObjectModel? = nil) throws {
        try self.init(at: .file(path), model: model)
    }

    /// Opens a store for reading.
    ///
    /// - Parameters:
    ///   - location: the location of the store.
    ///   - model: the model; nil for the one in the store.
    /// - Throws: `PersistenceError.cannotOpen`.
    public convenience init(
        at location: StoreLocation, model: ManagedObjectModel? = nil
    ) throws {
        try self.init(at: location, model: model, roundsDates: false)
    }

    /// - Parameter roundsDates: whether to round dates to the microsecond, which every type of
    ///   store keeps.
    init(at location: StoreLocation, model: ManagedObjectModel?, roundsDates: Bool) throws {
        self.roundsDates = roundsDates
        layout = try ModelLayout(try model ?? PersistentStoreCoordinator.storedModel(at: location))
        store = try layout.openForReading(location)
    }

    /// Calls the closure with each line, without a newline.
    ///
    /// - Throws: errors of the store and of the closure.
    public func forEachLine(_ body: (String) throws -> Void) throws {
        try forEachRecord { try body($1) }
    }

    /// Calls the closure with the concrete entity and the line of each record.
    func forEachRecord(_ body: (EntityLayout, String) throws -> Void) throws {
        try store.withReadSession { session in
            for entity in layout.entities.sorted(by: { precedes($0.name, $1.name) }) {
                var request = StoreFetch(entity: entity)
                request.requiresEntityNumber = true
                request.includesSubentities = false
                try session.fetch(request) { row in
                    try body(entity, line(of: row, entity, session))
                }
            }
        }
    }

    /// Closes the store.
    public func close() throws {
        try store.close()
    }

    private func precedes(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    private func line(
        of row: any StoreRow, _ entity: EntityLayout, _ session: any StoreSession
    ) throws -> String {
        let values = try row.snapshot()
        var attributes: [(String, String)] = []
        var relationships: [(String, String)] = []
        for slot in entity.slots where !slot.isTransient {
            if slot.attribute != nil {
                let text = try text(of: values[slot.number]) {
                    try session.value(of: slot, entity: entity, key: row.key)
                }
                attributes.append((slot.name, text))
            } else if slot.isToMany {
                relationships.append(
                    (slot.name, try destinations(slot, entity, row.key, session)))
            } else {
                relationships.append((slot.name, try destination(values[slot.number], session)))
            }
        }
        return JSONText.object([
            ("entity", JSONText.string(entity.name)), ("id", "\(row.key)"),
            ("attributes", JSONText.object(attributes)),
            ("relationships", JSONText.object(relationships)),
        ])
    }

    private func text(
        of value: AttributeValue, deferred: () throws -> AttributeValue
    ) throws -> String {
        switch value {
        case .null, .object, .transformable: return "null"
        case .integer(let value): return "\(value)"
        case .boolean(let value): return value ? "true" : "false"
        case .double(let value): return JSONText.number(value)
        case .decimal(let value): return JSONText.string("\(value)")
        case .string(let value): return JSONText.string(value)
        case .date(let value):
            return JSONText.date(roundsDates ? value.roundedToMicroseconds : value)
        case .uuid(let value): return JSONText.string(value.uuidString)
        case .url(let value): return JSONText.string(value.absoluteString)
        case .data(let value): return summary(of: value)
        case .deferred:
            do {
                guard case .data(let data) = try deferred() else { return "null" }
                return summary(of: data)
            } catch PersistenceError.missingExternalFile(let path) {
                let name = URL(fileURLWithPath: path).lastPathComponent
                return JSONText.object([("missing", JSONText.string(name))])
            }
        }
    }

    private func summary(of data: Data) -> String {
        let digits = SHA256.hash(data).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return JSONText.object([
            ("bytes", "\(data.count)"), ("sha256", JSONText.string(digits.joined())),
        ])
    }

    private func destination(_ value: AttributeValue, _ session: any StoreSession) throws -> String
    {
        guard case .object(let id) = value,
            let entity = try entity(of: id.key, in: id.storeEntity.layout, session)
        else { return "null" }
        return reference(entity, id.key)
    }

    private func destinations(
        _ slot: PropertySlot, _ entity: EntityLayout, _ key: Int64, _ session: any StoreSession
    ) throws -> String {
        let target = layout.entity(slot.destinationNumber)
        var found = try session.destinations(of: slot, from: entity, key: key)
            .compactMap { reference -> (EntityLayout, Int64)? in
                try self.entity(of: reference.key, in: target, session).map { ($0, reference.key) }
            }
        if slot.relationship?.isOrdered != true {
            found.sort {
                $0.0.name == $1.0.name ? $0.1 < $1.1 : precedes($0.0.name, $1.0.name)
            }
        }
        return JSONText.array(found.map(reference))
    }

    /// The concrete entity of a record; nil if the record does not exist.
    private func entity(
        of key: Int64, in entity: EntityLayout, _ session: any StoreSession
    ) throws -> EntityLayout? {
        try session.entityNumber(of: key, in: layout.entity(entity.rootNumber))
            .map { layout.entity($0) }
    }

    private func reference(_ entity: EntityLayout, _ key: Int64) -> String {
        JSONText.object([("entity", JSONText.string(entity.name)), ("id", "\(key)")])
    }
}

extension Date {
    /// The date rounded to the microsecond.
    fileprivate var roundedToMicroseconds: Date {
        let seconds = timeIntervalSinceReferenceDate
        // A distant date has no microseconds, and a product would lose digits.
        guard abs(seconds) < 1e9 else { return self }
        let whole = seconds.rounded(.down)
        let part = ((seconds - whole) * 1e6).rounded()
        return Date(timeIntervalSinceReferenceDate: (whole * 1e6 + part) / 1e6)
    }
}
