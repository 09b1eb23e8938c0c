@testable import Web

extension SharingPage {
    static func mock(isNew: Bool = false, isRefused: Bool = false) -> SharingPage {
        let refusal = FormRefusal(
            faults: ["list", "name", "until"].map {
                FormFault(field: $0, label: FormText.label(of: $0), message: "it is missing")
            })
        func field(_ name: String, _ value: String = "") -> FormField {
            FormField(value, fault: isRefused ? refusal.message(for: name) : nil)
        }
        var page = SharingPage(
            layout: .mock("Share a list"),
            links: [
                LinkRow(
                    name: "Insurer", listPath: "/items?q=lamp",
                    listText: "Items with the words lamp",
                    times: "Until December 1, 2026, by Anna", hasEnded: false,
                    deletePath: "/sharing/1/delete"),
                LinkRow(
                    name: "Executor", listPath: "/items", listText: "All items",
                    times: "Ended December 1, 2025, by Anna", hasEnded: true,
                    deletePath: "/sharing/2/delete"),
            ], path: "/sharing", list: field("list", "/items"),
            listText: "All items", name: field("name"), until: field("until", "2026-12-21"),
            summary: isRefused ? refusal.summary : FaultSummary())
        if isNew {
            page.isNew = true
            page.newName = "Insurer"
            page.newAddress = "https://house.local:8080/shared/secret"
        }
        return page
    }

    /// Nothing is shared yet.
    static var empty: SharingPage {
        var page = mock()
        page.links = []
        page.links = []
        return page
    }
}

extension SharedListPage {
    static func mock(isEmpty: Bool = false) -> SharedListPage {
        var layout = LayoutPage.mock("Insurer")
        layout.adapt(to: .unauthenticated)
        return SharedListPage(
            layout: layout, name: "Insurer", totals: "2 items, worth $110",
            until: "December 21, 2026",
            rows: isEmpty
                ? []
                : [
                    Row(
                        name: "Zither", type: "Instruments", serialNumber: "SN-7", value: "$90",
                        notes: "A gift",
                        thumbnailPath: "/shared/secret/items/1/thumbnail?mark=1"),
                    Row(
                        name: "Sofa", type: "", serialNumber: "", value: "$20", notes: "",
                        thumbnailPath: ""),
                ], previousPath: isEmpty ? "" : "/shared/secret?page=1",
            nextPath: isEmpty ? "" : "/shared/secret?page=3")
    }
}

extension SharedTablePage {
    static func mock(isEmpty: Bool = false) -> SharedTablePage {
        var layout = LayoutPage.mock("Library")
        layout.adapt(to: .unauthenticated)
        return SharedTablePage(
            layout: layout, name: "Library", totals: "2 books", until: "December 21, 2026",
            heads: ["Book", "Price"],
            rows: isEmpty
                ? []
                : [
                    Entry(name: "Emma", small: "new", cells: ["$9.95"]),
                    Entry(name: "Persuasion", small: "", cells: [""]),
                ], previousPath: "/shared/secret?page=1",
            nextPath: "/shared/secret?page=3")
    }
}

extension SharedReportPage {
    static func mock(isEmpty: Bool = false) -> SharedReportPage {
        var layout = LayoutPage.mock("Insurer")
        layout.adapt(to: .unauthenticated)
        var groups = ReportPage.mock().groups
        for index in groups.indices {
            for row in groups[index].rows.indices {
                groups[index].rows[row].path = ""
                groups[index].rows[row].facts.append(
                    "Evidence \(groups[index].rows[row].score)")
                if !groups[index].rows[row].thumbnailPath.isEmpty {
                    groups[index].rows[row].thumbnailPath =
                        "/shared/secret/items/1/thumbnail?mark=1"
                }
            }
        }
        return SharedReportPage(
            layout: layout, name: "Insurer", day: "March 1, 2026",
            owner: isEmpty ? "" : "Ada <Oak>", policies: isEmpty ? "" : "Mutual, policy 12",
            summary: isEmpty
                ? "0 items, worth $0, 0 % documented"
                : "2 items, worth $1,500, 50 % documented",
            until: "December 21, 2026", archivePath: "/shared/secret/report.zip",
            groups: isEmpty ? [] : groups, isEmpty: isEmpty)
    }
}
