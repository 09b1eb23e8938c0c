/// A task on the page of its item.
struct ItemCare: Sendable {
    var task: String
    var path: String
    /// `Due since June 1, 2026`.
    var state: String
    var isDue: Bool
    /// Where it is said that it is done.
    var donePath: String
}
