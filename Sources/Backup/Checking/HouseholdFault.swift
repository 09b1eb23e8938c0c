import Foundation

/// A fault of a household, described in a line.
public struct HouseholdFault: Sendable, Hashable, CustomStringConvertible {
    /// The repair for a fault.
    enum Remedy: Sendable, Hashable {
        case none
        /// Makes the thumbnail of the photo with a key again from its original.
        case thumbnail(UUID)
        /// Puts aside the file at a path in the data directory.
        case putAside(String)
        /// Recomputes a sale's contribution to totals.
        case count(sale: Int64)
        /// Recomputes the stored values of a customer.
        case values(ofCustomer: Int64)
        /// Recomputes an item's contribution to lists and totals.
        case figures(ofItem: UUID)
        /// Copies the thumbnail and the date of an item's first photo again.
        case cover(ofItem: UUID)
        /// Finds out again whether a place has favorites.
        case favorites(ofPlace: Int64)
    }

    public let description: String
    let remedy: Remedy

    /// Whether a repair can remove the fault.
    public var canBeRepaired: Bool { remedy != .none }

    init(_ description: String, _ remedy: Remedy = .none) {
        self.description = description
        self.remedy = remedy
    }
}
