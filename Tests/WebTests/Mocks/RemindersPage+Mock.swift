import Domain

@testable import Web

extension RemindersPage {
    static func mock(isRefused: Bool = false) -> RemindersPage {
        let refusal = FormRefusal(
            faults: [
                "email", "ntfy", "webhook", "kinds", "hour", "smtpHost", "smtpEncryption",
                "smtpPassword",
            ]
            .map { FormFault(field: $0, label: $0, message: "it is missing") })
        func field(_ field: FieldDescription, _ value: String) -> RecordFormField {
            RecordFormField(
                field, value: value, shown: nil, options: field.choices, isRefused ? refusal : nil)
        }
        var servers = ReminderServers()
        (servers.site, servers.smtpHost) = ("https://home.example.org", "mail.example.org")
        return RemindersPage(
            layout: .mock("Reminders"), path: "/reminders",
            summary: isRefused ? refusal.summary : FaultSummary(), isSetUp: !isRefused,
            fields: [
                field(ReminderChoice.Way.email.field, "anna@example.org"),
                field(ReminderChoice.Way.ntfy.field, ""),
                field(ReminderChoice.Way.webhook.field, "https://example.org/hook"),
            ], kind: FormField(fault: isRefused ? refusal.message(for: "kinds") : nil),
            kinds: [
                Box(value: "care", label: "Maintenance that is due", isSelected: true),
                Box(value: "loans", label: "Loans that are overdue", isSelected: false),
            ], givesNames: isRefused, testPath: "/reminders/test",
            reminders: [
                Row(date: "November 21, 2026, 07:00", state: "E-mail: sent at 07:01", detail: ""),
                Row(
                    date: "November 20, 2026, 07:00", state: "Webhook: not sent, 2 attempts",
                    detail: "The server cannot be reached. Next attempt: November 20, 2026, 07:06"),
            ],
            servers: [
                ServersForm(
                    path: "/settings/reminders", fields: servers.texts.map { field($0, $1) },
                    passwords: [
                        Password(
                            name: "smtpPassword", label: "Password", isSet: !isRefused,
                            fault: isRefused ? "It is missing." : ""),
                        Password(
                            name: "ntfyToken", label: "ntfy token", isSet: false, fault: ""),
                    ],
                    allowsPrivateAddresses: isRefused)
            ])
    }

    /// A person who is not an owner, before an owner has set up anything.
    static var empty: RemindersPage {
        var page = mock()
        (page.isSetUp, page.testPath, page.reminders, page.servers) = (false, "", [], [])
        return page
    }
}
