/// The addresses of a resource: its list, and its records below it.
struct ResourcePaths: Sendable {
    let list: SitePath
    /// What the addresses of records begin with: the list, unless it is only a part of all.
    let records: SitePath

    init(_ list: SitePath, records: SitePath? = nil) {
        self.list = list
        self.records = records ?? list
    }

    /// The name of the list as a file, which is the last part of its address.
    var fileName: String { list.path.split(separator: "/").last.map(String.init) ?? "list" }

    /// The form of a new record.
    var new: SitePath { list.below("new") }

    /// A record; `{id}` for the route.
    func record(_ id: some CustomStringConvertible) -> SitePath { records.below("\(id)") }

    /// The form of a record.
    func edit(_ id: some CustomStringConvertible) -> SitePath { record(id).below("edit") }

    /// The question before a record is deleted, and where the answer is posted.
    func delete(_ id: some CustomStringConvertible) -> SitePath { record(id).below("delete") }
}
