import Foundation
public import Persistence

/// A browser in which a person has signed in.
public final class Session: ManagedObject {}

extension Session {
    /// Seconds without use after which a session ends.
    static let lifetime: TimeInterval = 90 * 86_400

    static func all(in context: ManagedObjectContext) throws -> [Session] {
        var request = FetchRequest<Session>()
        request.relationshipKeyPathsForPrefetching = ["person"]
        return try context.fetch(request)
    }

    static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Session? {
        try all(in: context).first { $0.key == key }
    }

    /// Removes those that nobody has used for a long time.
    static func forgetStale(at date: Date, in context: ManagedObjectContext) throws {
        for session in try all(in: context) where session.isStale(at: date) {
            context.delete(session)
        }
    }

    func isStale(at date: Date) -> Bool {
        date.timeIntervalSince(lastUsed ?? .distantPast) > Self.lifetime
    }

    /// The session apart from any context.
    var device: Device? {
        guard let key, let account = person?.account, let created, let lastUsed, let passwordDate
        else { return nil }
        return Device(
            id: key, account: account, agent: agent ?? "", created: created, lastUsed: lastUsed,
            passwordDate: passwordDate)
    }
}
