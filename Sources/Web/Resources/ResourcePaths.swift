/// The addresses of a resource: its list, and its records below it.
struct ResourcePaths: Sendable {
    let list: SitePath
    /// What the addresses of records begin with: the list, unless it is only a part of all.
    let records: SitePath

    init(_ list: SitePath, records: SitePath? = nil) {
        self.list = list
        self.records = records ?? list
    }

    /// The name of the list as a file: the last part of its address, with the one before it where that
    /// is the number of a record.
    var fileName: String {
        let parts = list.path.split(separator: "/").map(String.init)
        guard let last = parts.last, Int(last) != nil else { return parts.last ?? "list" }
        return parts.suffix(2).joined(separator: "-")
    }

    /// The form of a new record.
    var new: SitePath { list.below("new") }

    /// A record; `{id}` for the route.
    func record(_ id: some CustomStringConvertible) -> SitePath { records.below("\(id)") }

    /// The form of a record.
    func edit(_ id: some CustomStringConvertible) -> SitePath { record(id).below("edit") }

    /// The form of a copy of a record, and where it is posted.
    func copy(_ id: some CustomStringConvertible) -> SitePath { record(id).below("copy") }

    /// Where copies are taken back.
    func undoCopies(_ token: some CustomStringConvertible) -> SitePath {
        records.below("copies").below("\(token)").below("undo")
    }

    /// The question before a record is deleted, and where the answer is posted.
    func delete(_ id: some CustomStringConvertible) -> SitePath { record(id).below("delete") }

    /// Where a deletion is taken back.
    func undoDeletion(_ token: some CustomStringConvertible) -> SitePath {
        records.below("deletions").below("\(token)").below("undo")
    }
}

/// The tabs that the pages of a resource belong to.
struct ResourcePlace: Sendable {
    let section: Section
    let subsection: Subsection
    /// What the pages of its records are about; nil for what the list is about.
    var topic: GuideTopic?
}
