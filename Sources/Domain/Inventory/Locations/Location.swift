public import Persistence

/// Where things are: a house, a room, a shelf, a box. A location may be in another one.
public final class Location: ManagedObject {
    /// No card number stands where words belong.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try ValueRules.refuseCards(value, forKey: key, of: self, in: ["name", "notes"])
    }
}

extension Location {
    /// The location with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> Location? {
        try context.existingObject(Location.self, recordNumber: number)
    }

    /// The location of a name, without regard to case and accents, in another one or in none; nil if
    /// there is none, or it is the one that is left out.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, in parent: Location?, otherThan other: Location? = nil,
        context: ManagedObjectContext
    ) throws -> Location? {
        let request = try FetchRequest<Location>(format: "name ==[cd] %@", name)
        return try context.fetch(request).first { $0 !== other && $0.parent === parent }
    }

    /// Deletes the location. What is in it stays, and is where the location was.
    public func delete(in context: ManagedObjectContext) {
        for child in children { child.parent = parent }
        for item in items { item.location = parent }
        context.delete(self)
    }
}
