import Foundation
public import Persistence

/// A link that signs a person in on another device, once within a few minutes.
public final class PhoneLink: ManagedObject {}

extension PhoneLink {
    /// The validity in seconds.
    static let lifetime: TimeInterval = 300

    /// The links that are still valid.
    static func valid(at date: Date, in context: ManagedObjectContext) throws -> [PhoneLink] {
        try context.fetch(FetchRequest<PhoneLink>(prefetching: [\.person])).filter {
            ($0.expires ?? .distantPast) > date
        }
    }
}
