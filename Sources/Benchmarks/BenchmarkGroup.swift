/// The rows of the table that are measured together.
enum BenchmarkGroup: String, CaseIterable {
    case insert, fetch, faults, dictionaries, objects, lookups, saves, batch, walk, open
    case move, lists, http, upload, memory, start, sales, search, live, places, backup, accounts
    case evidence, sections, texts
    case `import`
    /// Those that need a server of PostgreSQL's: the store beside libpq; pages of a long list beside a short
    /// one's; two servers beside one. The first name stands for all three.
    case postgresql, sizes, servers

    /// The groups that are measured only if they are named.
    private static let onPostgreSQL: Set<BenchmarkGroup> = [.postgresql, .sizes, .servers]

    /// The groups that a command line names; if it names none, all that need nothing else installed.
    ///
    /// - Throws: ``BenchmarkFailure`` for a name that is no group's.
    static func named(_ arguments: [String]) throws(BenchmarkFailure) -> Set<BenchmarkGroup> {
        guard !arguments.isEmpty else { return Set(allCases).subtracting(onPostgreSQL) }
        var groups: Set<BenchmarkGroup> = []
        for argument in arguments {
            guard let group = BenchmarkGroup(rawValue: argument) else {
                let names = allCases.map(\.rawValue).joined(separator: ", ")
                throw BenchmarkFailure("“\(argument)” is none of \(names).")
            }
            groups.insert(group)
        }
        if groups.contains(.postgresql) { groups.formUnion(onPostgreSQL) }
        return groups
    }
}

/// Something that has to work before anything can be measured did not.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
