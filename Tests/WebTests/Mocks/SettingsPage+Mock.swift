import Domain

@testable import Web

extension SettingsPage {
    static func mock(isRefused: Bool = false) -> SettingsPage {
        var page = SettingsPage(
            layout: .mock("Settings", section: ""), path: "/settings",
            household: FormField("Mill <Lane>"), currency: FormField("EUR"),
            currencies: Currency.options(selected: "EUR").filter {
                ["EUR", "USD"].contains($0.value)
            },
            region: FormField("de_DE"),
            regions: Region.options(selected: "de_DE").filter {
                ["", "de_DE"].contains($0.value)
            }, regionSample: "31.12.2026, 14:05 · 1.234,50 €",
            groups: [
                Group(
                    title: "People and devices",
                    links: [
                        Link(label: "People", detail: "Who signs in", path: "/people"),
                        Link(label: "Phone and network", detail: "A QR code", path: "/phone"),
                    ])
            ],
            appearancePath: "/settings/appearance",
            appearances: [
                Choice(value: "auto", label: "As the device", isSelected: true),
                Choice(value: "dark", label: "Dark", isSelected: false),
            ], technical: [Link(label: "Model", detail: "How records are stored", path: "/model")])
        if isRefused {
            page.given = "The program was started with the currency EUR."
            page.isCurrencyLocked = true
            page.household.fault = "It is too long."
            page.currency.fault = "“XYZ” is no code of a currency."
            page.summary = FaultSummary([
                FaultLink(field: "household", text: "Name: it is too long")
            ])
        }
        return page
    }
}

extension StartForm {
    static var mock: StartForm {
        StartForm(
            path: "/settings",
            currencies: Currency.options(selected: "EUR").filter {
                ["EUR", "USD"].contains($0.value)
            },
            regions: Region.options(selected: "de_DE").filter {
                ["", "de_DE"].contains($0.value)
            }, country: "Côte d’Ivoire")
    }
}

extension ValueQuestionForm {
    static func mock(isRefused: Bool = false) -> ValueQuestionForm {
        ValueQuestionForm(
            code: "EUR", path: "/settings/values", keepPath: "/settings/values/keep",
            rate: isRefused ? FormField("<x>", fault: "“<x>” is not a rate, as 0.92.") : FormField()
        )
    }
}

extension ValuesPage {
    static func mock(isRefused: Bool = false) -> ValuesPage {
        ValuesPage(
            layout: .mock("Values in dollars", section: ""),
            summary: isRefused
                ? FaultSummary([
                    FaultLink(field: "rate", text: "Rate: “<x>” is not a rate")
                ]) : FaultSummary(), values: .mock(isRefused: isRefused))
    }
}
