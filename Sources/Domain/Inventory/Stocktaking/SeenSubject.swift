public import Foundation
import Persistence

/// The identity of something that is counted or was seen in a stocktake.
public enum SeenSubject: Sendable, Hashable {
    /// The key of an item.
    case item(UUID)
    /// The record number of a product.
    case product(Int64)
    /// A code that no record has.
    case code(String)
}

extension SeenSubject {
    /// The sightings of it.
    var condition: FetchPredicate {
        switch self {
        case .item(let key): .key("itemKey") == key
        case .product(let number): .key("product") == number
        case .code(let code): .key("code") == code
        }
    }
}

extension Sighting {
    public var subject: SeenSubject? {
        itemKey.map { .item($0) } ?? product.map { .product($0) } ?? code.map { .code($0) }
    }
}

extension StocktakeThing {
    public var subject: SeenSubject? {
        itemKey.map { .item($0) } ?? product.map { .product($0) }
    }
}

extension SeenThing {
    public var subject: SeenSubject {
        switch self {
        case .item(let item): .item(item.key)
        case .product(let product): .product(product.savedNumber)
        case .unknown(let code): .code(code)
        }
    }
}
