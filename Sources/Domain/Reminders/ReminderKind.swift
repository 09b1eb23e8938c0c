/// A reason to remind people.
public enum ReminderKind: String, Sendable, CaseIterable {
    /// Maintenance that is due.
    case care
    /// Loans that are overdue.
    case loans
    /// Warranties that end soon.
    case warranties
    /// Products whose stock runs low.
    case stock
    /// Invoices that are not paid on their due day.
    case invoices
    /// A backup that failed or is too old.
    case backup

    /// Whether people of a role may see it.
    public func isShown(to role: Role) -> Bool {
        switch self {
        case .care, .loans, .warranties: role != .shop
        case .stock, .invoices: true
        case .backup: role == .owner
        }
    }
}

/// A person's choice of addresses and kinds of reminders.
public struct ReminderChoice: Sendable, Hashable {
    /// A way to reach a person.
    public enum Way: String, Sendable, CaseIterable {
        case email, ntfy, webhook
    }

    /// The addresses of mailboxes, topics of ntfy, and URLs of webhooks; empty for no reminders.
    public var addresses: [Way: String]
    public var kinds: Set<ReminderKind>
    /// Whether ntfy gets the names of records too, besides their numbers.
    public var givesNames: Bool

    public init(
        _ addresses: [Way: String] = [:], kinds: Set<ReminderKind> = Set(ReminderKind.allCases),
        givesNames: Bool = false
    ) {
        self.addresses = addresses
        self.kinds = kinds
        self.givesNames = givesNames
    }

    /// The ways with an address. Each has its reminders.
    public var ways: [Way] { Way.allCases.filter { addresses[$0] != nil } }
}
