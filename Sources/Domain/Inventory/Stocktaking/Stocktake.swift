import Foundation
import Persistence

/// A count of what is there, open until it is closed: of all items, or of those in a location, with a
/// tag or of a type, or of the products in a category.
public final class Stocktake: GuardedObject, DescribedRecord {
    override public func awakeFromInsert() {
        startedAt = Date()
    }
}

extension Stocktake {
    /// The records that are counted: all items, or those of a record with a number. If that record was
    /// deleted, there are none.
    public enum Scope: Sendable, Hashable {
        case all
        case location(Int64)
        case tag(Int64)
        case assetType(Int64)
        case productCategory(Int64)

        /// Whether products are counted, and not items.
        public var isOfProducts: Bool { if case .productCategory = self { true } else { false } }
    }

    public var scope: Scope { scopes.first ?? .all }

    /// The chosen scopes. A valid stocktake has at most one.
    public var scopes: [Scope] {
        [
            location.map(Scope.location), tag.map(Scope.tag), assetType.map(Scope.assetType),
            productCategory.map(Scope.productCategory),
        ].compactMap(\.self)
    }

    public var isOpen: Bool { closedAt == nil }
}
