import Foundation

/// What is wrong with a household, a line.
public struct HouseholdFault: Sendable, Hashable, CustomStringConvertible {
    /// What can be done about it.
    enum Remedy: Sendable, Hashable {
        case none
        /// The thumbnail is made again from the original of this item.
        case thumbnail(ofItem: String)
        /// The file, a path in the data directory, is put aside.
        case putAside(String)
        /// What the sale with this number adds to totals is worked out again.
        case count(sale: Int64)
        /// What is stored of the customer with this record number is made again.
        case values(ofCustomer: Int64)
        /// What this item counts for in lists and totals is worked out again.
        case figures(ofItem: UUID)
    }

    public let description: String
    let remedy: Remedy

    /// Whether a repair does something about it.
    public var canBeRepaired: Bool { remedy != .none }

    init(_ description: String, _ remedy: Remedy = .none) {
        self.description = description
        self.remedy = remedy
    }
}
