@testable import Web

extension ActivityPage {
    static func mock() -> ActivityPage {
        let refusal = FormRefusal(
            faults: [FormFault(field: "day", label: "Day", message: "“x” is not a day")])
        var layout = LayoutPage.mock("Activity")
        let changed = [
            ChangedValueRow(
                label: "Value", old: "$80", hasOld: true, new: "$90", hasNew: true),
            ChangedValueRow(label: "Type", old: "", hasOld: false, new: "Chair", hasNew: true),
        ]
        layout.changes = [
            ChangeRow(
                date: "2026-11-21T10:00:00Z", moment: "November 21, 2026, 10:00", author: "Anna",
                text: "changed value", values: changed),
            ChangeRow(
                date: "2026-11-20T10:00:00Z", moment: "November 20, 2026, 10:00", author: nil,
                text: "added"),
        ]
        return ActivityPage(
            layout: layout, path: "/activity",
            people: [
                SelectOption(value: "", label: "Everybody"),
                SelectOption(value: "Anna", label: "Anna", isSelected: true),
            ], hasPeople: true,
            sections: [
                SelectOption(value: "", label: "Everything", isSelected: true),
                SelectOption(value: "sales", label: "Sales"),
            ], day: FormField("x", fault: refusal.message(for: "day")), isFiltered: true,
            entries: [
                ActivityEntry(
                    date: "2026-11-21T10:00:00Z", moment: "November 21, 2026, 10:00",
                    author: "Anna",
                    lines: [
                        ActivityEntry.Line(
                            verb: "Changed", noun: "item", label: "Sofa", path: "/items/1",
                            detail: "value, type",
                            values: changed),
                        ActivityEntry.Line(
                            verb: "Deleted", noun: "item", label: "no. 7", path: "",
                            detail: "", values: []),
                    ], more: "290 records"),
                ActivityEntry(
                    date: "2026-11-20T10:00:00Z", moment: "November 20, 2026, 10:00", author: "",
                    lines: [
                        ActivityEntry.Line(
                            verb: "Added", noun: "customer", label: "Ann", path: "/customers/1",
                            detail: "", values: [])
                    ], more: ""),
            ], isKept: true,
            peoplePath: "/people", olderPath: "/activity?before=1",
            newestPath: "/activity", jsonPath: "/activity.json",
            csvPath: "/activity.csv",
            summary: refusal.summary)
    }

    /// The page without changes and accounts.
    static var empty: ActivityPage {
        var page = mock()
        page.layout = .mock("Activity")
        page.people = []
        page.hasPeople = false
        page.day = FormField()
        page.isFiltered = false
        page.entries = []
        page.entries = []
        page.isKept = false
        page.olderPath = ""
        page.newestPath = ""
        page.summary = FaultSummary()
        return page
    }
}
