import Domain

@testable import Web

extension RemindersPage {
    static func mock(isRefused: Bool = false) -> RemindersPage {
        let refusal = FormRefusal(
            faults: [
                "way", "address", "kinds", "hour", "mailHost", "mailEncryption", "mailPassword",
            ]
            .map { FormFault(field: $0, label: $0, message: "it is missing") })
        func field(_ field: FieldDescription, _ value: String) -> RecordFormField {
            RecordFormField(
                field, value: value, shown: nil, options: field.choices, isRefused ? refusal : nil)
        }
        var servers = ReminderServers()
        (servers.site, servers.mailHost) = ("https://home.example.org", "mail.example.org")
        return RemindersPage(
            layout: .mock("Reminders"), path: "/reminders",
            summary: isRefused ? refusal.summary : FaultSummary(), isSetUp: !isRefused,
            fields: [
                field(ReminderChoice.wayField, "mail"),
                field(ReminderChoice.addressField, "anna@example.org"),
            ], kind: FormField(fault: isRefused ? refusal.message(for: "kinds") : nil),
            kinds: [
                Box(value: "care", label: "Maintenance that is due", isSelected: true),
                Box(value: "loans", label: "Loans that are overdue", isSelected: false),
            ], givesNames: isRefused, testPath: "/reminders/test",
            reminders: [
                Row(date: "November 21, 2026, 07:00", state: "Sent at 07:01", detail: ""),
                Row(
                    date: "November 20, 2026, 07:00", state: "Not sent, 2 attempts",
                    detail: "The server cannot be reached. Next attempt: November 20, 2026, 07:06"),
            ],
            servers: [
                ServersForm(
                    path: "/settings/reminders", fields: servers.texts.map { field($0, $1) },
                    passwords: [
                        Password(
                            name: "mailPassword", label: "Password", isSet: !isRefused,
                            fault: isRefused ? "It is missing." : ""),
                        Password(
                            name: "ntfyPassword", label: "ntfy token", isSet: false, fault: ""),
                    ],
                    consents: servers.consents.map {
                        Consent(name: $0.name, label: $0.label, isGiven: isRefused)
                    })
            ])
    }

    /// A person who is no owner, before an owner has set up anything.
    static var empty: RemindersPage {
        var page = mock()
        (page.isSetUp, page.testPath, page.reminders, page.servers) = (false, "", [], [])
        return page
    }
}
