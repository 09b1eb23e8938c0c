@testable import Web

extension ReportPage {
    static func mock(isEmpty: Bool = false) -> ReportPage {
        ReportPage(
            layout: .mock("Report", subsection: "Items"), day: "March 1, 2026",
            owner: isEmpty ? "" : "Ada <Oak>",
            policies: isEmpty ? "" : "Mutual, policy 12",
            summary: "2 items, worth $1,500, 50 % documented", isEmpty: isEmpty,
            groups: isEmpty
                ? []
                : [
                    Group(
                        name: "House › Hall", summary: "2 items, $1,500",
                        rows: [
                            Row(
                                number: "A-0001", name: "Walnut sideboard", path: "/items/1",
                                thumbnailPath: "/items/1/thumbnail?v=0",
                                facts: ["Serial number WS-2041", "Oak & Sons"],
                                documents: [
                                    Document(
                                        label: "Receipt: Oak & Sons.pdf", path: "/documents/3/file")
                                ], value: "$1,800",
                                score: "4 of 5"),
                            Row(
                                number: "A-0002", name: "Spoons", path: "/items/2",
                                thumbnailPath: "", facts: [],
                                documents: [], value: "4 × $5", score: "1 of 5"),
                        ])
                ],
            gaps: isEmpty
                ? []
                : [
                    Gap(
                        name: "Spoons", path: "/items/2", value: "$20",
                        missing: "photo, serial number")
                ], path: "/report", jsonPath: "/report.json",
            archivePath: "/report.zip",
            asOf: FormField(isEmpty ? "x" : "", fault: isEmpty ? "“x” is not a day." : nil),
            ownerField: FormField("Ada <Oak>"),
            groupings: [
                SelectOption(value: "location", label: "location", isSelected: true),
                SelectOption(value: "type", label: "type"),
            ],
            locations: [
                SelectOption(value: "", label: "All locations", isSelected: true),
                SelectOption(value: "1", label: "House"),
            ],
            summaryOfFaults: isEmpty
                ? FaultSummary([FaultLink(field: "asOf", text: "As of: “x” is not a day")])
                : FaultSummary())
    }
}
