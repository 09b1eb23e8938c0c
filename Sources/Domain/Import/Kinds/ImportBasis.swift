/// Records by which an import goes: whoever changes some of them meanwhile makes it be done again.
enum ImportBasis: Sendable, Hashable, CaseIterable {
    /// Customers, products and sales, with their lines.
    case sales
    /// Items and their types.
    case items
    case groceries
    /// Books and their categories.
    case books
    case places
}
