import Domain
import Foundation

/// A person's choice of reminders, the latest ones, and for owners the servers that send them.
struct RemindersPage: TemplatePage {
    static let template = "reminders/show"

    var layout: LayoutPage
    var path: String
    var summary: FaultSummary
    /// Whether an owner has set up the servers.
    var isSetUp: Bool
    var fields: [RecordFormField]
    var kind: FormField
    var kinds: [Box]
    var givesNames: Bool
    /// The address that sends a test; empty for a person who is reminded nowhere.
    var testPath: String
    var reminders: [Row]
    /// The form of the servers, for owners: one or none.
    var servers: [ServersForm]

    /// A checkbox.
    struct Box: Sendable {
        var value: String
        var label: String
        var isSelected: Bool
    }

    /// A reminder.
    struct Row: Sendable {
        var date: String
        /// `E-mail: sent at 07:00`, `ntfy: not sent, 2 attempts`.
        var state: String
        /// The reason of a failure, and the time of the next attempt.
        var detail: String
    }

    /// The form of the servers.
    struct ServersForm: Sendable {
        var path: String
        var fields: [RecordFormField]
        var passwords: [Password]
        var allowsPrivateAddresses: Bool
    }

    /// A field for a password, which is not shown again.
    struct Password: Sendable {
        var name: String
        var label: String
        var isSet: Bool
        var fault: String
    }
}

extension RemindersPage {
    /// - Parameters:
    ///   - form: a refused form, whose input the page shows.
    init(
        _ site: Site, _ account: Account, _ choice: ReminderChoice, _ servers: ReminderServers,
        isSetUp: Bool, _ reminders: [ClaimedReminder], _ form: FormData?,
        _ refusal: ValidationErrors?,
        notices: [Notice]
    ) {
        let links = site.links
        var layout = site.layout(
            title: "Reminders", topic: .reminders, crumbs: [site.settingsCrumb], notices: notices)
        layout.alternates = [.json(links(SitePath.reminders.json))]
        func field(_ field: FieldDescription, _ value: String) -> RecordFormField {
            RecordFormField(
                field, value: form?[field.name] ?? value, shown: nil, options: field.choices,
                refusal)
        }
        let chosen = form.map { Set($0.values("kinds")) } ?? []
        self.init(
            layout: layout, path: links(.reminders), summary: refusal?.summary ?? FaultSummary(),
            isSetUp: isSetUp,
            fields: ReminderChoice.Way.allCases.map {
                field($0.field, choice.addresses[$0] ?? "")
            }, kind: FormField(fault: refusal?.message(for: "kinds")),
            kinds: ReminderKind.allCases.filter { $0.isShown(to: account.role) }.map { kind in
                Box(
                    value: kind.rawValue, label: kind.label,
                    isSelected: chosen.isEmpty
                        ? choice.kinds.contains(kind) : chosen.contains(kind.rawValue))
            },
            givesNames: form?["givesNames"].map { $0 == "yes" } ?? choice.givesNames,
            testPath: choice.ways.isEmpty ? "" : links(.reminderTest),
            reminders: reminders.map(Row.init), servers: [])
        guard account.role == .owner else { return }
        self.servers = [
            ServersForm(
                path: links(.reminderServers), fields: servers.texts.map { field($0, $1) },
                passwords: servers.passwords.map { field, isSet in
                    Password(
                        name: field.name, label: field.label, isSet: isSet,
                        fault: refusal?.message(for: field.name) ?? "")
                },
                // The last of the values counts: the checkbox follows the hidden field.
                allowsPrivateAddresses: form?["allowPrivateAddresses"].map { $0 == "yes" }
                    ?? servers.allowsPrivateAddresses)
        ]
    }
}

extension RemindersPage.Row {
    init(_ reminder: ClaimedReminder) {
        let attempts = ItemCount.text(reminder.attempts, "attempt", "attempts")
        let next = reminder.next.map { "Next attempt: \(DateText.moment($0))" }
        self.init(date: DateText.moment(reminder.created), state: "nothing was due", detail: "")
        if let sent = reminder.sent {
            state = "sent at \(DateText.time(sent))"
        } else if reminder.failure != nil || next != nil {
            state = "not sent, \(attempts)"
            detail = [reminder.failure, next ?? "It is not tried again."].compactMap(\.self)
                .joined(separator: " ")
        }
        state = "\(reminder.way.field.label): \(state)"
    }
}
