/// The addresses of imports of everything.
extension SitePath {
    /// The page on which a file is chosen.
    static let imports = SitePath("/import")

    /// A file that waits to be imported, or an import that was done.
    static func importRecord(_ token: some CustomStringConvertible) -> SitePath {
        SitePath("/imports/\(token)")
    }

    /// Where an import is taken back.
    static func undoImport(_ token: some CustomStringConvertible) -> SitePath {
        importRecord(token).below("undo")
    }
}
