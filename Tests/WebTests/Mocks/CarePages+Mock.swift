@testable import Web

extension CareTaskShowPage {
    static func mock(isRefused: Bool = false) -> CareTaskShowPage {
        CareTaskShowPage(
            layout: .mock("Descale", crumbs: [PathLink(label: "Care", path: "/tasks")]),
            record: .mock("Descale", at: "/tasks/1"), item: "Espresso <machine>",
            itemPath: "/items/1", state: "Due since June 1, 2026", rhythm: "every 2 months",
            plannedCost: isRefused ? "" : "$10.00",
            notes: isRefused ? "" : "With <citric> acid", donePath: "/tasks/1/done",
            done: FormField(
                isRefused ? "x" : "2026-06-03", fault: isRefused ? "“x” is not a day." : nil),
            cost: isRefused ? .refusedCost : MoneyField("cost"),
            doneNotes: FormField("", fault: isRefused ? "It is too long." : nil),
            records: isRefused
                ? []
                : [
                    Row(
                        day: "April 1, 2026", dayISO: "2026-04-01", cost: "$12.50",
                        notes: "<Citric>", deletePath: "/tasks/1/records/1/delete")
                ], wholeCost: "$12.50", hasCost: !isRefused,
            summary: isRefused
                ? FaultSummary([FaultLink(field: "done", text: "Done on: “x” is not a day")])
                : FaultSummary())
    }
}

extension MoneyField {
    fileprivate static var refusedCost: MoneyField {
        var field = MoneyField("cost", "1.234")
        field.fault = "It can be read in two ways."
        field.readings = [MoneyReading(name: "cost", value: "1234", label: "1,234")]
        return field
    }
}
