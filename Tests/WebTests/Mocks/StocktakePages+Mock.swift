@testable import Web

extension StocktakeShowPage {
    static func mock(isOpen: Bool = true) -> StocktakeShowPage {
        let sightings = "/stocktakes/1/sightings"
        return StocktakeShowPage(
            layout: .mock("Autumn", crumbs: [PathLink(label: "Stocktaking", path: "/stocktakes")]),
            record: .mock("Autumn", at: "/stocktakes/1"),
            state: isOpen ? "Kitchen · Open" : "Kitchen · Closed on June 1, 2026",
            figures: ["2 of 4 seen", "2 missing", "1 misplaced", "1 unknown"], isOpen: isOpen,
            hasProducts: isOpen, difference: isOpen ? "" : "−3, worth −$15.00",
            sightingsPath: sightings, closePath: "/stocktakes/1/close",
            reopenPath: "/stocktakes/1/reopen", csvPath: "/stocktakes/1.csv",
            namesPath: "/stocktakes/1/names.json",
            offline: .mock(
                "stocktakes", "/stocktakes/1", help: "/help/stocktaking#count-without-a-network"),
            faults: isOpen
                ? FaultSummary([FaultLink(field: "code", text: "Code: scan or type what is there")])
                : FaultSummary(),
            code: FormField("", fault: isOpen ? "Scan or type what is there." : nil),
            quantity: FormField(isOpen ? "x" : "", fault: isOpen ? "“x” is no number." : nil),
            groups: [
                ThingGroup(
                    id: "missing", title: "Missing",
                    rows: [
                        ThingRow(
                            label: "A-0007", name: "Chair <oak>", path: "/items/7",
                            detail: "2 of 6, House › Kitchen, lent to Bob",
                            actionPath: isOpen ? sightings : "",
                            actionLabel: isOpen ? "Seen" : "",
                            fields: isOpen ? [HiddenField(name: "key", value: "7")] : [],
                            quantity: isOpen ? "4" : "")
                    ], more: "And 200 more",
                    morePath: "/stocktakes/1.csv"),
                ThingGroup(
                    id: "unknown", title: "Unknown",
                    rows: [
                        ThingRow(
                            label: "June 1, 2026, 14:05", name: "4006381333931", path: "",
                            detail: "", deletePath: isOpen ? sightings + "/9/delete" : "")
                    ]),
            ])
    }
}
