import Domain

/// Where files are imported: on the page of the sales, or on the one for everything.
enum ImportPlace: String, Sendable {
    case sales
    case everything

    /// What can be imported there.
    var kinds: [ImportKind] {
        switch self {
        case .sales: ImportKind.allCases.filter(\.pages.isOfShop)
        case .everything: ImportKind.allCases
        }
    }

    /// What is said of a file that has another place.
    func refusal(of kind: ImportKind) -> String { "\(kind.words) are not imported here" }

    /// Where a file is chosen.
    var root: SitePath { self == .sales ? .salesImport : .imports }

    /// A file that waits for a yes.
    func waiting(_ token: some CustomStringConvertible) -> SitePath {
        self == .sales ? .salesImport(token) : .importRecord(token)
    }

    /// Where a file is called off that is being read or imported.
    func cancel(_ token: some CustomStringConvertible) -> SitePath {
        waiting(token).below("cancel")
    }

    /// Where it is said how a file is read that waits.
    func mapping(_ token: some CustomStringConvertible) -> SitePath {
        waiting(token).below("mapping")
    }

    /// A small picture of what a row of a file brings that waits.
    func picture(
        _ token: some CustomStringConvertible, _ index: some CustomStringConvertible
    ) -> SitePath {
        waiting(token).below("pictures").below("\(index)")
    }

    /// Whether a file waits there: for a yes, or for somebody who says how it is read.
    func waits(_ token: String, in imports: Imports) throws -> Bool {
        if let kind = try imports.waitingKind(token) { return kinds.contains(kind) }
        return try source(of: token, in: imports) != nil
    }

    /// A file as it came that was brought there; nil for none. Where everything is imported, any.
    func source(
        of token: String, in imports: Imports
    ) throws -> (path: String, name: String, reading: ImportReading, page: String?)? {
        try imports.source(for: token).flatMap {
            self == .everything || $0.page == rawValue ? $0 : nil
        }
    }

    /// An import that was done.
    func done(_ id: some CustomStringConvertible) -> SitePath {
        self == .sales ? .salesImportDone(id) : .importRecord(id)
    }

    /// Where it is taken back.
    func undo(_ id: some CustomStringConvertible) -> SitePath {
        self == .sales ? .undoSalesImport(id) : .undoImport(id)
    }

    var section: Section { self == .sales ? .sales : .inventory }

    /// Who may import there: a file for everything can hold records of any section.
    var access: Access { .editors(of: self == .sales ? .sales : .overview) }

    var subsection: Subsection { self == .sales ? .salesImport : .imports }

    /// `Customers, products and sales`.
    var words: String {
        self == .sales
            ? "Customers, products, sales and what belongs to them, from a spreadsheet."
            : "Items, types, groceries, books, albums, customers and sales: from a spreadsheet, from "
                + "JSON, from Homebox or Snipe-IT, or from the store of an iPhone."
    }

    /// The way up from a page of an import.
    func crumbs(_ links: SiteLinks) -> [PathLink] {
        let up = self == .sales ? SitePath.sales : .items
        return [
            PathLink(label: section.label, path: links(up)),
            PathLink(label: "Import", path: links(root)),
        ]
    }
}
