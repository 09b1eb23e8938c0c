public import Foundation
public import Persistence

/// A record of the shop that sales refer to. If it is no longer offered, it is retired, and past
/// sales keep it.
public protocol Retirable: ManagedObject {
    var retiredAt: Date? { get set }
}

extension Retirable {
    /// Whether it is no longer offered.
    public var isRetired: Bool { retiredAt != nil }

    /// Retires it.
    public func retire(at date: Date = Date()) {
        if retiredAt == nil { retiredAt = date }
    }

    /// Offers it again.
    public func unretire() {
        retiredAt = nil
    }
}

extension Array where Element: Retirable {
    /// The same records in their order, retired ones last.
    var retiredLast: [Element] { filter { !$0.isRetired } + filter(\.isRetired) }
}
