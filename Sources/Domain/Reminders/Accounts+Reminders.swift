public import Foundation
import Persistence

extension Accounts {
    /// The pauses after failed attempts, in seconds. The attempt after the last pause is the last one.
    public static let reminderPauses: [TimeInterval] = [60, 300, 1_800, 7_200, 21_600]
    /// The seconds within which an attempt ends. If its server was killed, another attempt follows then.
    static let longestAttempt: TimeInterval = 600

    /// A person's choice of addresses and kinds of reminders.
    ///
    /// - Throws: errors of the store.
    public func reminderChoice(of account: Account) async throws -> ReminderChoice {
        try await read {
            try Person.find(account.name, in: $0)?.reminderChoice ?? ReminderChoice()
        } ?? ReminderChoice()
    }

    /// The people who have an address for reminders, by name, with their choices.
    ///
    /// - Throws: errors of the store.
    public func reminderChoices() async throws -> [(account: Account, choice: ReminderChoice)] {
        try await read { context in
            try Person.all(in: context).compactMap {
                person -> (account: Account, choice: ReminderChoice)? in
                let choice = person.reminderChoice
                guard let account = person.account, !choice.ways.isEmpty else { return nil }
                return (account, choice)
            }
        } ?? []
    }

    /// Stores a person's choice.
    ///
    /// - Throws: ``AccountError``, and errors of the store.
    public func remind(_ account: Account, _ choice: ReminderChoice) async throws {
        try await write { context in
            try Self.person(account.name, in: context).reminderChoice = choice
        }
    }

    /// The latest reminders of a person, newest first.
    ///
    /// - Throws: errors of the store.
    public func reminders(of account: Account, limit: Int) async throws -> [ClaimedReminder] {
        try await read { context in
            guard let person = try Person.find(account.name, in: context) else { return [] }
            var request = FetchRequest<Reminder>(.key("person") == person.objectID)
            request.sortDescriptors = [FetchSortDescriptor("created", ascending: false)]
            request.fetchLimit = limit
            return try context.fetch(request).compactMap(\.claimed)
        } ?? []
    }

    /// Claims those reminders of an occasion that are not claimed yet: one for each person and way.
    ///
    /// - Parameter isMeant: whether a person wants this reminder.
    /// - Throws: errors of the store.
    public func claimReminders(
        _ occasion: ReminderOccasion,
        where isMeant: @escaping @Sendable (Account, ReminderChoice) -> Bool
    ) async throws {
        let date = now()
        @Sendable func unclaimed(
            _ context: ManagedObjectContext
        ) throws -> [(Person, ReminderChoice.Way, claim: String)] {
            let request = FetchRequest<Reminder>(
                try FetchPredicate(format: "claim BEGINSWITH %@", "\(occasion) "))
            let claims = Set(try context.fetch(request).compactMap(\.claim))
            var unclaimed: [(Person, ReminderChoice.Way, claim: String)] = []
            for person in try Person.all(in: context) {
                let choice = person.reminderChoice
                guard let account = person.account, isMeant(account, choice) else { continue }
                for way in choice.ways {
                    let claim = "\(occasion) \(way.rawValue) \(account.id)"
                    if !claims.contains(claim) { unclaimed.append((person, way, claim)) }
                }
            }
            return unclaimed
        }
        guard try await read({ try !unclaimed($0).isEmpty }) == true else { return }
        do {
            try await write { context in
                let old = FetchRequest<Reminder>(.key("created") < date - Reminder.lifetime)
                for reminder in try context.fetch(old) { context.delete(reminder) }
                for (person, way, claim) in try unclaimed(context) {
                    let reminder = Reminder(context: context)
                    reminder.claim = claim
                    reminder.key = UUID()
                    reminder.person = person
                    reminder.way = way.rawValue
                    reminder.created = date
                    reminder.next = date
                }
            }
        } catch PersistenceError.constraintConflict {
            // Another server has claimed them.
        } catch PersistenceError.mergeConflicts {
            // Another server has deleted the old ones; the next call claims.
        }
    }

    /// Takes reminders whose next attempt is due, and counts the attempt. Others cannot take them until it
    /// ends.
    ///
    /// - Throws: errors of the store.
    public func takeReminders(limit: Int) async throws -> [ClaimedReminder] {
        let date = now()
        var request = FetchRequest<Reminder>(.key("next") <= date)
        request.sortDescriptors = [FetchSortDescriptor("next"), FetchSortDescriptor("claim")]
        request.fetchLimit = limit
        let due = request
        guard try await read({ try !$0.fetch(due).isEmpty }) == true else { return [] }
        do {
            return try await write { context in
                try context.fetch(due).compactMap { reminder -> ClaimedReminder? in
                    guard reminder.claimed != nil, reminder.attempts <= Self.reminderPauses.count
                    else {
                        if reminder.failure == nil { reminder.failure = "It was interrupted." }
                        reminder.next = nil
                        return nil
                    }
                    reminder.attempts += 1
                    reminder.next = date + Self.longestAttempt
                    return reminder.claimed
                }
            }
        } catch PersistenceError.mergeConflicts {
            // Another server has taken them.
            return []
        }
    }

    /// Stores the result of an attempt, unless another one has begun since.
    ///
    /// - Throws: errors of the store.
    public func note(_ outcome: ReminderOutcome, of taken: ClaimedReminder) async throws {
        let (date, id) = (now(), taken.id)
        try await write { context in
            let request = FetchRequest<Reminder>(#Predicate { $0.key == id })
            guard let reminder = try context.fetchFirst(request), reminder.sent == nil,
                outcome == .sent || reminder.attempts == taken.attempts
            else { return }
            reminder.next = nil
            reminder.failure = nil
            switch outcome {
            case .sent: reminder.sent = date
            case .empty: break
            case .failed(let reason):
                reminder.failure = String(reason.prefix(Reminder.longestFailure))
                let pause = Self.reminderPauses.dropFirst(max(taken.attempts - 1, 0)).first
                reminder.next = pause.map { date + $0 }
            }
        }
    }
}
