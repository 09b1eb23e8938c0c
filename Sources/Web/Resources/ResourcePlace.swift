/// The tabs that the pages of a resource belong to.
struct ResourcePlace: Sendable {
    let section: Section
    let subsection: Subsection
    /// What the pages of its records are about; nil for what the list is about.
    var topic: GuideTopic?
}
