public import Foundation
public import Persistence

/// A reminder for a person, claimed before it is sent, so that no other server sends it too.
///
/// `claim` is unique: the occasion, the way, and the person. `next` is the time of the next attempt; none if
/// there will be none.
public final class Reminder: ManagedObject {}

extension Reminder {
    /// The seconds for which reminders are kept.
    static let lifetime: TimeInterval = 30 * 86_400
    /// The maximum length of a stored reason.
    static let longestFailure = 300

    /// The reminder as a value; nil for a person who is no longer reminded in its way.
    var claimed: ClaimedReminder? {
        guard let key, let claim, let created, let account = person?.account,
            let choice = person?.reminderChoice, let way = way.flatMap(ReminderChoice.Way.init),
            choice.addresses[way] != nil
        else { return nil }
        return ClaimedReminder(
            id: key, account: account, choice: choice, way: way,
            isDaily: claim.hasPrefix(ReminderOccasion.dailyPrefix), created: created,
            attempts: Int(attempts), next: next, sent: sent, failure: failure)
    }
}

/// The occasion of a reminder: a day, or a backup that failed.
public enum ReminderOccasion: Sendable, Hashable, CustomStringConvertible {
    case daily(CalendarDay)
    /// A backup failed at a time.
    case backup(Date)

    static let dailyPrefix = "daily "

    /// The text in claims. Of reminders for the same moment, those of backups come first.
    public var description: String {
        switch self {
        case .daily(let day): "\(Self.dailyPrefix)\(day)"
        case .backup(let date): "backup \(Int64(date.timeIntervalSince1970))"
        }
    }
}

/// A claimed reminder.
public struct ClaimedReminder: Sendable, Hashable {
    /// The identifier, the same in each attempt.
    public let id: UUID
    public let account: Account
    public let choice: ReminderChoice
    /// The way that it takes.
    public let way: ReminderChoice.Way
    /// Whether it is the one of a day; otherwise it is about a failed backup.
    public let isDaily: Bool
    public let created: Date
    /// The number of attempts so far.
    public let attempts: Int
    /// The time of the next attempt; nil if there will be none.
    public let next: Date?
    /// The time at which it was sent.
    public let sent: Date?
    /// The reason why the last attempt failed.
    public let failure: String?
}

/// The result of an attempt to send a reminder.
public enum ReminderOutcome: Sendable, Hashable {
    case sent
    /// There was nothing to remind of.
    case empty
    case failed(String)
}

extension Person {
    /// The person's choice of addresses and kinds of reminders.
    var reminderChoice: ReminderChoice {
        get {
            var choice = ReminderChoice(givesNames: reminderNames)
            choice.addresses[.email] = reminderEmail
            choice.addresses[.ntfy] = reminderNtfy
            choice.addresses[.webhook] = reminderWebhook
            if let names = reminderKinds?.split(separator: " ") {
                choice.kinds = Set(names.compactMap { ReminderKind(rawValue: String($0)) })
            }
            return choice
        }
        set {
            reminderEmail = newValue.addresses[.email]
            reminderNtfy = newValue.addresses[.ntfy]
            reminderWebhook = newValue.addresses[.webhook]
            reminderKinds = newValue.kinds.map(\.rawValue).sorted().joined(separator: " ")
            reminderNames = newValue.givesNames
        }
    }
}
