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
            heading: isAgain ? "Your password again" : "Sign in",
            intro: "Sign in to see the records of this household.", asksName: !isAgain,
            name: isRefused || isAgain ? "Anna" : "",
            password: FormField(fault: isRefused ? refusal.message(for: "password") : nil),
            summary: isRefused ? refusal.summary : FaultSummary(), next: "/items?q=lamp",
            forgottenPath: "/help/people#forgot-the-password")
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
            isOwner: true, peoplePath: "/people", phonePath: "/phone",
            tokensPath: "/account/tokens", codePath: "/account/code")
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
            SelectOption(value: "viewer", label: "Viewer: reads only"),
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
                        passwordPath: "/people/1/password",
                        deletePath: "/people/1/delete", roles: roles)
                ], path: "/people", name: field("name"), password: field("password"),
            role: FormField(fault: isRefused ? refusal.message(for: "role") : nil), roles: roles,
            passphrase: "tamori kebupa solidu favune",
            summary: isRefused ? refusal.summary : FaultSummary(), filePath: "/people/file",
            jsonPath: "/people.json",
            csvPath: "/people.csv")
    }
}

extension PeopleFilePage {
    static func mock(isFirst: Bool = false, isRefused: Bool = false) -> PeopleFilePage {
        let names = ["passphrase", "passphraseAgain", "file", "filePassphrase", "existing"]
        let refusal = FormRefusal(
            faults: names.map {
                FormFault(field: $0, label: FormText.label(of: $0), message: "it is <missing>")
            })
        func field(_ name: String) -> FormField {
            FormField(fault: isRefused ? refusal.message(for: name) : nil)
        }
        return PeopleFilePage(
            layout: .mock("People as a file"), path: "/people/file",
            importPath: "/people/file/import", isFirst: isFirst,
            summary: isRefused ? refusal.summary : FaultSummary(),
            passphrase: field("passphrase"), passphraseAgain: field("passphraseAgain"),
            offered: "tamori kebupa solidu favune", file: field("file"),
            filePassphrase: field("filePassphrase"), existing: field("existing"),
            keeps: isRefused, replaces: false)
    }
}

extension PersonPasswordPage {
    static func mock(isRefused: Bool = false) -> PersonPasswordPage {
        let refusal = FormRefusal(
            faults: [
                FormFault(field: "newPassword", label: "New password", message: "it is short")
            ])
        return PersonPasswordPage(
            layout: .mock("New password for Anna"), name: "Anna <x>", path: "/people/1/password",
            password: FormField(fault: isRefused ? refusal.message(for: "newPassword") : nil),
            passphrase: "tamori kebupa solidu favune",
            summary: isRefused ? refusal.summary : FaultSummary(), cancelPath: "/people")
    }
}

extension TokensPage {
    static func mock(isNew: Bool = false, isRefused: Bool = false) -> TokensPage {
        let refusal = FormRefusal(
            faults: ["name", "access", "until", "section"].map {
                FormFault(field: $0, label: FormText.label(of: $0), message: "it is missing")
            })
        func field(_ name: String, _ value: String = "") -> FormField {
            FormField(value, fault: isRefused ? refusal.message(for: name) : nil)
        }
        var page = TokensPage(
            layout: .mock("Tokens for scripts"),
            tokens: [
                TokenRow(
                    name: "Backup", rights: "Reads everything that you may",
                    times: "Until February 21, 2027, never used", hasEnded: false,
                    deletePath: "/account/tokens/1/delete"),
                TokenRow(
                    name: "Old", rights: "Reads and changes Sales",
                    times: "Ended February 21, 2026", hasEnded: true,
                    deletePath: "/account/tokens/2/delete"),
            ], path: "/account/tokens", apiPath: "/help/api", name: field("name"),
            access: field("access"),
            accesses: [
                SelectOption(value: "read", label: "Read", isSelected: true),
                SelectOption(value: "write", label: "Read and change"),
            ], section: field("section"),
            sections: [
                TokensPage.SectionBox(
                    value: "inventory", label: "Inventory", isSelected: true),
                TokensPage.SectionBox(value: "sales", label: "Sales", isSelected: false),
            ], until: field("until", "2027-02-21"),
            summary: isRefused ? refusal.summary : FaultSummary())
        if isNew {
            page.isNew = true
            page.newName = "Backup"
            page.newText = "homeowner_abc"
            page.command =
                "curl -H 'Authorization: Bearer homeowner_abc' http://127.0.0.1/items.json"
        }
        return page
    }

    /// The page without tokens.
    static var empty: TokensPage {
        var page = mock()
        page.tokens = []
        page.tokens = []
        return page
    }
}

extension SignInCodePage {
    static func mock(isRefused: Bool = false) -> SignInCodePage {
        let refusal = FormRefusal(
            faults: [FormFault(field: "code", label: "Code", message: "it is wrong")])
        return SignInCodePage(
            layout: .mock("Your code"), path: "/sign-in/code",
            code: FormField(fault: isRefused ? refusal.message(for: "code") : nil),
            summary: isRefused ? refusal.summary : FaultSummary(), next: "/items",
            signInPath: "/sign-in")
    }
}

extension SecondFactorPage {
    static func mock(isOn: Bool = false, isRefused: Bool = false) -> SecondFactorPage {
        let refusal = FormRefusal(
            faults: [FormFault(field: "code", label: "Code", message: "it is wrong")])
        return SecondFactorPage(
            layout: .mock("Two-step sign-in"), isOn: isOn, codesLeft: "9 backup codes",
            qr: QRCode("otpauth://totp/x"), secretText: "GEZD GNBV", secret: "GEZDGNBV",
            code: FormField(fault: isRefused ? refusal.message(for: "code") : nil),
            path: "/account/code", deletePath: "/account/code/delete", accountPath: "/account",
            summary: isRefused ? refusal.summary : FaultSummary())
    }

    /// The backup codes were just made.
    static var codes: SecondFactorPage {
        var page = mock(isOn: true)
        page.show(["ABCD-EFGH-IJKL-MNOP", "QRST-UVWX-YZ23-4567"])
        return page
    }
}

extension PhonePage {
    static func mock(
        isReachable: Bool = true, hasLink: Bool = false, isFirst: Bool = false
    ) -> PhonePage {
        var page = PhonePage(
            layout: .mock("Phone and network"), hasAccount: !isFirst, name: "Anna <x>",
            peoplePath: "/people", isReachable: isReachable,
            address: isReachable ? "https://house.local:8080" : "",
            canOpen: !isReachable && !isFirst, canClose: isReachable,
            openPath: "/settings/network", closePath: "/settings/network/delete",
            names: "192.168.1.5, house.local", isBehindProxy: isFirst,
            proxyTarget: "http://127.0.0.1:8080",
            addresses: ["https://house.local:8080", "https://192.168.1.5:8080"].map {
                SelectOption(
                    value: $0, label: $0, isSelected: hasLink && $0.contains("house"))
            }, hasChoice: true, minutes: "5", path: "/phone", accountPath: "/account",
            guidePath: "/help/phone")
        if hasLink { page.show("https://house.local:8080/phone/secret") }
        return page
    }
}

extension PhoneLinkPage {
    static func mock(hasFormer: Bool = false) -> PhoneLinkPage {
        PhoneLinkPage(
            layout: .mock("Sign in on this phone"), name: "Anna", role: "Member: all records",
            formerName: hasFormer ? "Ben" : "", path: "/phone/secret")
    }
}
