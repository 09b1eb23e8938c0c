/// The tabs that the pages of a resource belong to.
struct ResourcePlace: Sendable {
    let section: Section
    let subsection: Subsection
}
