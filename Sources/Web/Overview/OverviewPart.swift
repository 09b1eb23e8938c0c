/// A section on the first page: what is in it, or how to begin.
struct OverviewPart: Sendable {
    var title: String
    var path: String
    /// Whether anything is in it.
    var hasRecords: Bool
    var figures: [Figure]
    /// What is worth a look, a link each.
    var links: [PathLink]
    /// Photos that are worth a look.
    var photos: [PhotoRow] = []
    /// What an empty section is for.
    var hint: String
    var startPath: String
    /// `Write the list`.
    var startLabel: String
}
