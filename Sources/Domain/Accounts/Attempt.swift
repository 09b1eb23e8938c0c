import Foundation
public import Persistence

/// The number of failed sign-ins in a row, for one account or from one address.
public final class Attempt: ManagedObject {}

extension Attempt {
    /// The time in seconds for which failures are remembered.
    static let lifetime: TimeInterval = 86_400
    /// The maximum number of origins; the least recently seen ones are removed.
    static let limit = 10_000

    /// The seconds before the next attempt is accepted.
    ///
    /// - Parameters:
    ///   - failures: the number of failures.
    ///   - free: the number of failures without a delay, since people mistype.
    ///   - longest: the maximum delay.
    static func delay(after failures: Int, free: Int, longest: TimeInterval) -> TimeInterval {
        guard failures >= free else { return 0 }
        return min(longest, pow(2, Double(min(failures - free, 30))))
    }

    static func find(_ origin: String, in context: ManagedObjectContext) throws -> Attempt? {
        try context.fetchFirst(FetchRequest<Attempt>(#Predicate { $0.origin == origin }))
    }

    /// Counts an attempt for several origins, each with its number of free failures.
    ///
    /// - Throws: `SignInError.wait` if the attempt comes too early; it is not counted then.
    static func count(
        _ origins: [(key: String, free: Int)], longest: TimeInterval, at date: Date,
        in context: ManagedObjectContext
    ) throws {
        for (key, free) in origins {
            guard let attempt = try find(key, in: context) else { continue }
            let delay = delay(after: Int(attempt.failures), free: free, longest: longest)
            let rest = delay - date.timeIntervalSince(attempt.date ?? .distantPast)
            if rest > 0 { throw SignInError.wait(seconds: Int(rest.rounded(.up))) }
        }
        for (key, _) in origins { try count(key, at: date, in: context) }
    }

    /// Counts a failure for an origin.
    private static func count(
        _ origin: String, at date: Date, in context: ManagedObjectContext
    ) throws {
        let attempt: Attempt
        if let known = try find(origin, in: context) {
            attempt = known
            if date.timeIntervalSince(known.date ?? .distantPast) > lifetime { known.failures = 0 }
        } else {
            try makeRoom(in: context)
            attempt = Attempt(context: context)
            attempt.origin = origin
        }
        attempt.failures += 1
        attempt.date = date
    }

    /// Removes the failures of an origin.
    static func forget(_ origin: String, in context: ManagedObjectContext) throws {
        if let attempt = try find(origin, in: context) { context.delete(attempt) }
    }

    private static func makeRoom(in context: ManagedObjectContext) throws {
        let surplus = try context.count(for: FetchRequest<Attempt>()) - limit + 1
        guard surplus > 0 else { return }
        let request = FetchRequest<Attempt>(sortBy: [SortDescriptor(\.date)], limit: surplus)
        for attempt in try context.fetch(request) { context.delete(attempt) }
    }
}
