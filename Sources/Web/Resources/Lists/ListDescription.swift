/// What the list of a resource understands and shows.
struct ListDescription: Sendable {
    /// The attributes that it can be sorted by, and its filters.
    let parameters: ListParameters
    /// A predicate that has sense in this list.
    let example: String
    /// The ways to sort that have a name; the first one is that of a list without an order.
    let orders: [(label: String, sort: SortOrder)]
    /// The columns, that of the name first.
    let columns: [ListColumn]
}
