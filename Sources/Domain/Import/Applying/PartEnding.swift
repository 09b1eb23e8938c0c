/// What becomes of the records of a long table when some of its rows are done.
enum PartEnding {
    /// They stay, until all are saved together.
    case keep
    /// Nothing is saved of them, so that they need not be remembered.
    case letGo
    /// A closure saves them.
    case save((Importer) throws -> Void)

    var isKeeping: Bool {
        if case .keep = self { true } else { false }
    }
}
