import Foundation
public import Persistence

/// A link that signs a person in on another device, once and soon.
public final class PhoneLink: ManagedObject {}

extension PhoneLink {
    /// Seconds for which it can be used.
    static let lifetime: TimeInterval = 300

    /// Those that can still be used.
    static func valid(at date: Date, in context: ManagedObjectContext) throws -> [PhoneLink] {
        try context.fetch(FetchRequest<PhoneLink>(prefetching: [\.person])).filter {
            ($0.expires ?? .distantPast) > date
        }
    }
}
