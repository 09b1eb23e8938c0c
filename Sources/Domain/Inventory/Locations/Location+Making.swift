import Foundation
public import Persistence

extension Location {
    /// How many characters a name has at most.
    public static let longestName = 100

    /// The names in a text as people write a location with what it is in: `House > Kitchen`.
    public static func names(in text: String) -> [String] {
        text.split(whereSeparator: { "›>".contains($0) })
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// What is wrong with a name that would be read as several, since it has what stands between a location and the
    /// one in it; nil for nothing.
    public static func fault(ofName name: String) -> String? {
        [LocationTree.separator, " / "].first(where: name.contains).map {
            "a location cannot have “\($0.trimmingCharacters(in: .whitespaces))” between spaces"
        }
    }

    /// The location of a name in those of the names before it, the outermost first. What is not there yet is
    /// made.
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
