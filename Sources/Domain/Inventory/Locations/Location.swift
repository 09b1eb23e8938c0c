import Foundation
public import Persistence

/// A location of items, such as a house, a room, a shelf or a box. Locations may be nested.
public final class Location: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
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
    /// The location with a name, ignoring case and accents, in a parent or at the top; nil if there
    /// is none, or if it is the excluded one.
    ///
    /// - Throws: errors of the store.
    public static func named(
        _ name: String, in parent: Location?, otherThan other: Location? = nil,
        context: ManagedObjectContext
    ) throws -> Location? {
        let request = try FetchRequest<Location>(format: "name ==[cd] %@", name)
        return try context.fetch(request).first { $0 !== other && $0.parent === parent }
    }

    /// Deletes the location. Its contents move to its parent.
    public func delete(in context: ManagedObjectContext) {
        for child in children { child.parent = parent }
        for item in items { item.location = parent }
        context.delete(self)
    }
}

extension Location {
    /// The greatest length of a name.
    public static let longestName = 100

    /// The names in a path as users write it: `House > Kitchen`.
    public static func names(in text: String) -> [String] {
        text.split(whereSeparator: { "›>".contains($0) })
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The reason why a name is invalid: it contains the separator of paths. Nil if it is valid.
    public static func fault(ofName name: String) -> String? {
        [LocationTree.separator, " / "].first(where: name.contains).map {
            "a location cannot have “\($0.trimmingCharacters(in: .whitespaces))” between spaces"
        }
    }

    /// The location at a path of names, the outermost first. Missing ones are inserted.
    ///
    /// - Returns: nil for no names.
    /// - Throws: errors of the store.
    public static func make(
        named names: [String], in context: ManagedObjectContext
    ) throws -> Location? {
        var location: Location?
        for name in names {
            if let known = try named(name, in: location, context: context) {
                location = known
            } else {
                let made = Location(context: context)
                made.name = name
                made.parent = location
                location = made
            }
        }
        return location
    }
}
