import Foundation
public import Persistence

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
