/// The rows of the table that are measured together.
enum BenchmarkGroup: String, CaseIterable {
    case insert, fetch, faults, dictionaries, objects, lookups, saves, batch, walk, open
    case move, lists, http, upload, memory, start, sales, search, live, places, backup, accounts
    case evidence, sections, texts
    case `import`
    /// The groups that need a PostgreSQL server: the store compared with libpq; pages of a long
    /// list compared with a short one's; two servers compared with one. The first name stands for
    /// all three.
    case postgresql, sizes, servers

    /// The groups that are measured only on request.
    private static let onPostgreSQL: Set<BenchmarkGroup> = [.postgresql, .sizes, .servers]

    /// The groups that a command line names; by default all that need no other software.
    ///
    /// - Throws: ``BenchmarkFailure`` for an unknown name.
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

/// A failure that makes measuring impossible.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
