import Domain

/// The page of an import: that of sales, or that of everything.
enum ImportPlace: String, Sendable, Codable {
    case sales
    case everything

    /// Whether a kind is imported there.
    func takes(_ kind: ImportKind) -> Bool { self == .everything || kind.isOfShop }

    /// The message for a kind that belongs to another page.
    func refusal(of kind: ImportKind) -> String { "\(kind.words) are not imported here" }

    /// The page that selects a file.
    var root: SitePath { self == .sales ? .salesImport : .imports }

    /// A file that waits for a confirmation.
    func waiting(_ token: some CustomStringConvertible) -> SitePath {
        self == .sales ? .salesImport(token) : .importRecord(token)
    }

    /// The action that cancels reading or importing a file.
    func cancel(_ token: some CustomStringConvertible) -> SitePath {
        waiting(token).below("cancel")
    }

    /// The action for the choices about a waiting file.
    func mapping(_ token: some CustomStringConvertible) -> SitePath {
        waiting(token).below("mapping")
    }

    /// The thumbnail for a row of a waiting file.
    func picture(
        _ token: some CustomStringConvertible, _ index: some CustomStringConvertible
    ) -> SitePath { waiting(token).below("pictures").below("\(index)") }

    /// Whether a file waits there for a confirmation or for choices.
    func waits(_ token: String, in imports: Imports) throws -> Bool {
        if let kind = try imports.waitingKind(token) { return takes(kind) }
        return try source(of: token, in: imports) != nil
    }

    /// An uploaded file of this page; nil for none. The page for everything has the files of both.
    func source(
        of token: String, in imports: Imports
    ) throws -> (path: String, name: String, reading: ImportReading, page: String?)? {
        try imports.source(for: token).flatMap {
            self == .everything || $0.page == rawValue ? $0 : nil
        }
    }

    /// A finished import.
    func done(_ id: some CustomStringConvertible) -> SitePath {
        self == .sales ? .salesImportDone(id) : .importRecord(id)
    }

    /// The action that undoes an import.
    func undo(_ id: some CustomStringConvertible) -> SitePath {
        self == .sales ? .undoSalesImport(id) : .undoImport(id)
    }

    var section: Section { self == .sales ? .sales : .inventory }

    /// The required access: a file for everything can contain records of any section.
    var access: Access { .editors(of: self == .sales ? .sales : .overview) }

    var subsection: Subsection { self == .sales ? .salesImport : .imports }

    /// `Customers, products and sales`.
    var words: String {
        self == .sales
            ? "Customers, products, sales and what belongs to them, from a spreadsheet."
            : "Items, types, groceries, books, albums, customers and sales: from a spreadsheet, from "
                + "JSON, from Homebox or Snipe-IT, or from the store of an iPhone."
    }

    /// The breadcrumbs of an import's page.
    func crumbs(_ links: SiteLinks) -> [PathLink] {
        let up = self == .sales ? SitePath.sales : .items
        return [
            PathLink(label: section.label, path: links(up)),
            PathLink(label: "Import", path: links(root)),
        ]
    }
}
