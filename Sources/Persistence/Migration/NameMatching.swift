/// Finds out which names of an older version of a model the names of a newer one stand for.
enum NameMatching {
    /// A name with what it was called before.
    struct Name {
        var name: String
        /// The name that the model gives for matching, if it gives one.
        var renamingIdentifier: String?

        var canonical: String { renamingIdentifier ?? name }
    }

    /// The older name for each newer one that has one; no older name stands twice.
    static func match(_ destinations: [Name], to sources: [Name]) -> [String: String] {
        var found: [String: String] = [:]
        var taken: Set<String> = []
        // A renaming identifier may be the same in every version, or the name in the last one.
        let rules: [(Name, Name) -> Bool] = [
            { $0.name == $1.name && $0.canonical == $1.canonical },
            { $0.canonical == $1.canonical },
            { $0.renamingIdentifier == $1.name },
            { $0.name == $1.name },
        ]
        for rule in rules {
            for destination in destinations where found[destination.name] == nil {
                let source = sources.first { !taken.contains($0.name) && rule(destination, $0) }
                guard let source else { continue }
                found[destination.name] = source.name
                taken.insert(source.name)
            }
        }
        return found
    }
}
