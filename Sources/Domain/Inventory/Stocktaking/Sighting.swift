public import Foundation
public import Persistence

/// Something that a person saw in a stocktake: an item, a product, or a code that no record has.
public final class Sighting: GuardedObject, DescribedRecord {
    /// The words for users.
    public static let description = RecordDescription(
        .sighting, "sighting", "sightings",
        fields: [
            FieldDescription("name", "Name", .line(limit: 300), cardGuard: .certain),
            FieldDescription("code", "Code", .line(limit: longestCode), cardGuard: .certain),
            FieldDescription("quantity", "Quantity", .quantity(0...Product.mostPieces)),
        ])

    /// The maximum length of a code.
    public static let longestCode = 300
}

extension Sighting {
    /// The name, or the code of something unknown.
    public var recordTitle: String { name ?? code ?? "" }

    /// The meaning of a sighting in its stocktake.
    public enum Outcome: String, Sendable {
        /// The stocktake expects it.
        case expected
        /// It belongs elsewhere, or is not counted.
        case misplaced
        /// No record has the code.
        case unknown
    }

    var date: Date { seenAt ?? .distantPast }

    /// The sighting with the key of its sender; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Sighting? {
        try context.fetchFirst(FetchRequest<Sighting>(.key("key") == key))
    }

    /// Whether it can be of a code. The thing that was seen may be renamed or deleted since.
    ///
    /// - Parameter things: what the code can mean now (``Stocktake/things(coded:among:in:)``).
    /// - Throws: errors of the store.
    public func isOf(
        _ code: String, _ things: [SeenThing], in context: ManagedObjectContext
    ) throws -> Bool {
        let isNamed = recordTitle.compare(
            code, options: [.caseInsensitive, .diacriticInsensitive])
        if isNamed == .orderedSame || things.contains(where: { $0.subject == subject }) {
            return true
        }
        return try things.allSatisfy { $0.record == nil } && isOfDeleted(in: context)
    }

    private func isOfDeleted(in context: ManagedObjectContext) throws -> Bool {
        switch subject {
        case .item(let key): try Item.find(key, in: context)?.isTrashed ?? true
        case .product(let number):
            try context.existingObject(Product.self, recordNumber: number) == nil
        case .code, nil: false
        }
    }

    /// Replaces the name of a removed person, and of their scripts, in sightings, items and
    /// stocktakes.
    ///
    /// - Throws: errors of the store.
    static func forget(_ name: String, in context: ManagedObjectContext) throws {
        func forget<Record: ManagedObject>(
            _ keyPath: ReferenceWritableKeyPath<Record, String?>, _ key: String
        ) throws {
            let isBy = try FetchPredicate(
                format: "%K == %@ OR %K BEGINSWITH %@", key, name, key, name + " (")
            for record in try context.fetch(FetchRequest<Record>(isBy)) {
                record[keyPath: keyPath] = Author.removed
            }
        }
        try forget(\Sighting.seenBy, "seenBy")
        try forget(\Sighting.formerSeenBy, "formerSeenBy")
        try forget(\Item.lastSeenBy, "lastSeenBy")
        try forget(\Stocktake.closedBy, "closedBy")
    }
}
