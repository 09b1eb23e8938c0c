/// The addresses of a resource: its list, and its records below the list.
struct ResourcePaths: Sendable {
    let list: SitePath
    /// The prefix of record addresses: the list, unless it shows only part of the records.
    let records: SitePath

    /// The place of a record in its routes. Default: that of a number.
    let placeholder: String

    /// The file name of the list.
    let fileName: String

    /// - Parameter fileName: the file name of the list. Default: the last part of its address, after
    ///   the number of a record if there is one.
    init(
        _ list: SitePath, records: SitePath? = nil, fileName: String? = nil,
        placeholder: String = "{id}"
    ) {
        self.list = list
        self.placeholder = placeholder
        self.records = records ?? list
        self.fileName = fileName ?? Self.fileName(of: list)
    }

    private static func fileName(of list: SitePath) -> String {
        let parts = list.path.split(separator: "/").map(String.init)
        guard let last = parts.last, Int(last) != nil else { return parts.last ?? "list" }
        return parts.suffix(2).joined(separator: "-")
    }

    var new: SitePath { list.below("new") }

    /// The page of a record; `{id}` for the route.
    func record(_ id: some CustomStringConvertible) -> SitePath { records.below("\(id)") }

    func edit(_ id: some CustomStringConvertible) -> SitePath { record(id).below("edit") }

    /// The form of a copy.
    func copy(_ id: some CustomStringConvertible) -> SitePath { record(id).below("copy") }

    func undoCopies(_ token: some CustomStringConvertible) -> SitePath {
        records.below("copies").below("\(token)").below("undo")
    }

    /// The place of a record in the order of its list.
    func position(_ id: some CustomStringConvertible) -> SitePath { record(id).below("position") }

    /// The confirmation before a record is deleted.
    func delete(_ id: some CustomStringConvertible) -> SitePath { record(id).below("delete") }

    func undoDeletion(_ token: some CustomStringConvertible) -> SitePath {
        records.below("deletions").below("\(token)").below("undo")
    }
}

/// The section and tab of a resource's pages.
struct ResourcePlace: Sendable {
    let section: Section
    let subsection: Subsection
    /// The topic of its records' pages; nil for that of the list.
    var topic: GuideTopic?
}
