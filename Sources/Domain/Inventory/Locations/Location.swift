public import Persistence

/// Where things are: a house, a room, a shelf, a box. A location may be in another one.
public final class Location: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .location, "location", "locations",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "parent", "Inside",
                .reference(
                    RecordReference(
                        entityName: "Location", label: "name", noun: "location",
                        none: "Nothing: it is at the top",
                        options: { try LocationTree(in: $0).choices }, takesNewLocation: true)),
                hint: "What is in a location goes with it"),
            FieldDescription("notes", "Notes", .text(limit: 10_000), cardGuard: .certain),
        ])
}

extension Location {
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
