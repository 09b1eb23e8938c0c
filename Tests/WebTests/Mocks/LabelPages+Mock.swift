@testable import Web

extension LabelsPage {
    static func mock(isRefused: Bool = false) -> LabelsPage {
        LabelsPage(
            layout: .mock("Labels", crumbs: [PathLink(label: "Inventory", path: "/items")]),
            summary: isRefused ? "" : "2 labels on 1 sheet", path: "/labels",
            kept: [HiddenField(name: "location", value: "2")],
            sheets: [
                SelectOption(
                    value: "L7160", label: "Avery L7160: 63.5 × 38.1 mm, 21 on a sheet",
                    isSelected: true),
                SelectOption(value: "99012", label: "DYMO 99012: 89 × 36 mm, roll"),
            ],
            skip: FormField(isRefused ? "x" : "1", fault: isRefused ? "“x” is none." : nil),
            copies: FormField(isRefused ? "0" : "1", fault: isRefused ? "“0” is none." : nil),
            addresses: [
                SelectOption(value: "https://house.local", label: "https://house.local"),
                SelectOption(value: "https://10.0.0.2", label: "https://10.0.0.2"),
            ], hasAddresses: !isRefused, address: "https://house.local",
            isLocal: isRefused, stylePath: "/label-sheet.css?sheet=L7160",
            papers: isRefused ? [] : [.mock], hasLabels: !isRefused, sheetsPath: "/label-sheets",
            summaryOfFaults: isRefused
                ? FaultSummary([FaultLink(field: "skip", text: "Used labels: “x” is none")])
                : FaultSummary())
    }
}

extension LabelPaper {
    fileprivate static var mock: LabelPaper {
        LabelPaper(labels: [
            Cell(isUsed: true),
            Cell(
                code: LabelCode(address: "https://house.local/a/42"), number: "A-0042",
                name: "Drill <blue>", place: "House › Cellar"),
            Cell(
                code: LabelCode(barcode: "5901234123457"), number: "$4.50", name: "Soap",
                place: "5901234123457"),
        ])
    }
}
