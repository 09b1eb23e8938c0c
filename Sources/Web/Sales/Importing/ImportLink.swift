/// An import that was done, in the list of them.
struct ImportLink: Sendable {
    /// `customers.csv`.
    var label: String
    var path: String
    /// `Nov 21, 2026 · 3 new, 1 changed · taken back`.
    var details: String
}
