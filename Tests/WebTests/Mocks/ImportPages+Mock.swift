@testable import Web

extension ImportNewPage {
    static var mock: ImportNewPage {
        ImportNewPage(
            layout: .mock("Import"), words: "Customers and sales from a spreadsheet.",
            path: "/sales/import",
            kinds: [
                SelectOption(value: "", label: "Find out from the first line"),
                SelectOption(value: "products", label: "Products", isSelected: true),
            ],
            encodings: [
                SelectOption(value: "", label: "Find out from the file", isSelected: true),
                SelectOption(value: "Windows-1252", label: "Windows-1252 (Western Europe)"),
            ],
            hints: [
                ImportHint(
                    label: "Products", columns: "Record number, Name, Price, Retired",
                    columnNames: "id, name, price, retiredAt",
                    text: "Adds and changes products, found by id or name.",
                    exportPath: "/products.csv")
            ],
            command: "curl -F file=@lines.csv http://localhost:8080/sales/import",
            limits: "At most 20 MB and 50,000 rows.",
            imports: [
                ImportLink(
                    label: "old <books>.csv", path: "/sales/imports/1",
                    details: "Nov 21, 2026 · 3 new")
            ])
    }

    static var refused: ImportNewPage {
        var page = mock
        page.cardsPath = "/customers/cards"
        page.closedDaysPath = "/sales/days.csv"
        page.file = FormField(fault: "The file is empty.")
        page.summary = FaultSummary([FaultLink(field: "file", text: "File: The file is empty.")])
        return page
    }
}

extension ImportPlanPage {
    static var mock: ImportPlanPage {
        ImportPlanPage(
            layout: .mock("Import lines.csv"), name: "lines.csv", counts: "1 new, 1 changed",
            facts: ["Columns: number, product, quantity."], isApplicable: true, hasRefusals: false,
            refusalText: "", warnings: ["No sale has the number 7."], isNothingToDo: false,
            isStale: true,
            confirmPath: "/sales/import/1", digest: "abc", confirmLabel: "Import 2 rows",
            newPath: "/sales/import", mapping: [.mock],
            rows: [
                ImportRowView(
                    line: "2", label: "Sale 1, line 1: Mug", state: "New", faults: [],
                    details: ["New product “Mug”."]),
                ImportRowView(
                    line: "3", label: "Sale 1, line 2: Jug", state: "Change", faults: [],
                    details: ["quantity: “1” becomes “2”."]),
            ], restText: "2 of 600 rows are shown.")
    }

    static var refused: ImportPlanPage {
        var page = mock
        page.isApplicable = false
        page.isStale = false
        page.hasRefusals = true
        page.isNothingToDo = true
        page.mapping = [.ofSales]
        page.refusalText = "1 row is refused, so nothing is imported."
        page.rows[0].state = "Refused"
        page.rows[0].faults = ["quantity: “x” is not a whole number."]
        return page
    }
}

extension ImportProgressPage {
    static var mock: ImportProgressPage {
        ImportProgressPage(
            layout: .mock("Import things.csv"), name: "things <1>.csv",
            words: "Checking each row: 40 %", percent: "40", canCancel: true,
            cancelPath: "/imports/1/cancel", path: "/imports/1")
    }
}

extension ImportMappingForm {
    static var mock: ImportMappingForm {
        ImportMappingForm(
            path: "/imports/1/mapping", isOpen: true,
            kinds: [SelectOption(value: "items", label: "Items", isSelected: true)],
            columnLabel: "Column",
            columns: [
                Column(
                    id: "map-0", name: "Their <name>", samples: "Sofa · Lamp",
                    options: [
                        SelectOption(value: "Their <name>=", label: "Leave out"),
                        SelectOption(
                            value: "Their <name>=itemName", label: "Name (itemName)",
                            isSelected: true),
                    ])
            ])
    }

    static var ofSales: ImportMappingForm {
        var form = ImportMappingForm(
            path: "/sales/import/1/mapping", title: "How it is read", isOpen: true, columnLabel: "",
            columns: [])
        form.encodings = [
            Encoding(
                value: "Windows-1252", label: "Windows-1252 (Western Europe)",
                sample: "Möbel <1>", isSelected: true)
        ]
        form.days = [
            Days(
                id: "dates-0", name: "Bought <on>", text: "11/12/2026",
                options: [
                    SelectOption(value: "Bought <on>=", label: "Choose", isSelected: true),
                    SelectOption(
                        value: "Bought <on>=day-first", label: "2026-12-11, the day first"),
                ])
        ]
        return form
    }

    static var store: ImportMappingForm {
        var form = mock
        form.kinds = []
        form.kinds = []
        form.entities = [
            SelectOption(value: "", label: "Choose", isSelected: true),
            SelectOption(value: "Thing", label: "Thing"),
        ]
        form.columnLabel = "Attribute"
        return form
    }
}

extension ImportMappingPage {
    static var mock: ImportMappingPage {
        ImportMappingPage(
            layout: .mock("Match the columns"), name: "Match the columns",
            words: "Choose where each column goes, then preview the import.",
            fault: "The store has neither an inventory nor sales; its entities are “Thing”.",
            mapping: .store, newPath: "/import")
    }
}

extension ImportDonePage {
    static var mock: ImportDonePage {
        ImportDonePage(
            layout: .mock("“lines.csv” was imported"), heading: "“lines.csv” was imported",
            day: "Nov 21, 2026", facts: ["It added 2 sales."], canUndo: true,
            undoPath: "/sales/imports/1/undo", obstacles: ["Product “Mug” was changed since."],
            newPath: "/sales/import",
            links: [PathLink(label: "Sales", path: "/sales")])
    }
}
