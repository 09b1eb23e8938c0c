extension SitePath {
    /// The page that selects a file.
    static let imports = SitePath("/import")

    /// A waiting file, or a finished import.
    static func importRecord(_ token: some CustomStringConvertible) -> SitePath {
        SitePath("/imports/\(token)")
    }

    /// The action that undoes an import.
    static func undoImport(_ token: some CustomStringConvertible) -> SitePath {
        importRecord(token).below("undo")
    }
}
