@testable import Web

extension SignInPage {
    static func mock(isRefused: Bool = false, isAgain: Bool = false) -> SignInPage {
        let refusal = FormRefusal(
            faults: [
                FormFault(
                    field: "password", label: "Password",
                    message: "the name or the password is wrong")
            ])
        return SignInPage(
            layout: .mock("Sign in"), path: isAgain ? "/sign-in/again" : "/sign-in",
            heading: isAgain ? "Your password once more" : "Sign in",
            intro: "Homeowner keeps its records for those who live here.", asksName: !isAgain,
            name: isRefused || isAgain ? "Anna" : "",
            password: FormField(fault: isRefused ? refusal.message(for: "password") : nil),
            summary: isRefused ? refusal.summary : FaultSummary(), next: "/items?q=lamp")
    }
}

extension AccountPage {
    static func mock(isRefused: Bool = false) -> AccountPage {
        let refusal = FormRefusal(
            faults: [
                FormFault(field: "password", label: "Password", message: "it is wrong"),
                FormFault(field: "newPassword", label: "New password", message: "it is short"),
            ])
        var layout = LayoutPage.mock("Your account")
        layout.hasAccount = true
        layout.accountPath = "/account"
        return AccountPage(
            layout: layout, name: "Anna", role: "Owner: everything, people and backups too",
            devices: [
                DeviceRow(
                    agent: "Firefox", lastUsed: "21 November 2026", isCurrent: true,
                    deletePath: "/account/devices/1/delete"),
                DeviceRow(
                    agent: "A program", lastUsed: "20 November 2026", isCurrent: false,
                    deletePath: "/account/devices/2/delete"),
            ], hasPassword: true, passwordPath: "/account/password",
            password: FormField(fault: isRefused ? refusal.message(for: "password") : nil),
            newPassword: FormField(fault: isRefused ? refusal.message(for: "newPassword") : nil),
            passphrase: "tamori kebupa solidu favune",
            summary: isRefused ? refusal.summary : FaultSummary(), signOutPath: "/sign-out",
            isOwner: true, peoplePath: "/people")
    }
}

extension PeoplePage {
    static func mock(isFirst: Bool = false, isRefused: Bool = false) -> PeoplePage {
        let refusal = FormRefusal(
            faults: ["name", "password", "role"].map {
                FormFault(field: $0, label: FormText.label(of: $0), message: "it is missing")
            })
        let roles = [
            SelectOption(value: "member", label: "Member: all records", isSelected: true),
            SelectOption(value: "viewer", label: "Viewer: reads, and changes nothing"),
        ]
        func field(_ name: String) -> FormField {
            FormField(isRefused ? "x" : "", fault: isRefused ? refusal.message(for: name) : nil)
        }
        return PeoplePage(
            layout: .mock(isFirst ? "The first person" : "People"), isFirst: isFirst,
            people: isFirst
                ? []
                : [
                    PersonRow(
                        id: "1", name: "Anna", path: "/people/1",
                        deletePath: "/people/1/delete", roles: roles)
                ], path: "/people", name: field("name"), password: field("password"),
            role: FormField(fault: isRefused ? refusal.message(for: "role") : nil), roles: roles,
            passphrase: "tamori kebupa solidu favune",
            summary: isRefused ? refusal.summary : FaultSummary(), jsonPath: "/people.json")
    }
}
