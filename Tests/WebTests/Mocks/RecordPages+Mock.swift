import Domain

@testable import Web

extension ListTable {
    static func mock(rows: [ListRow] = ListRow.mocks) -> ListTable {
        var table = ListTable(
            caption: "Products, sorted by: Name",
            heads: [
                ListHead(
                    style: "cell-name", label: "Product", hasSort: true,
                    sort: SortLink(
                        label: "Product", path: "/products?sort=-name", isAscending: true,
                        isCurrent: true)),
                ListHead(
                    style: "cell-price number", label: "Price", hasSort: true,
                    sort: SortLink(label: "Price", path: "/products?sort=-price")),
                ListHead(style: "cell-count number", label: "Sold"),
                ListHead(style: "cell-date", label: "Last sold"),
                ListHead(style: "cell-share", label: "Share of the value"),
            ])
        table.fill(
            rows, totalLabel: "Total of 2 products",
            totals: [ListCell(""), ListCell("12", unit: " sold"), ListCell(""), ListCell("")])
        return table
    }
}

extension ListRow {
    static let mocks = [
        ListRow(
            anchor: "product-1", path: "/products/1", name: "Desk lamp", small: "on the desk",
            [
                ListCell("$19.99", lead: "at "), ListCell("12", unit: " sold"),
                ListCell("Nov 19, 2026", time: "2026-11-19", none: "Never"),
                ListCell(share: "37.5"),
            ]),
        ListRow(
            anchor: "product-2", path: "/products/2", name: "כיסא", isDim: true, pill: "retired",
            [
                ListCell("$80.00", lead: "at "),
                ListCell("0", unit: " sold", path: "/sales?product=2"),
                ListCell("", time: nil, none: "Never"), ListCell(share: nil),
            ]),
    ]
}

extension RecordIndexPage {
    static func mock(rows: [ListRow] = ListRow.mocks) -> RecordIndexPage {
        var page = RecordIndexPage(
            layout: .sales("Products", subsection: "Products"), title: "Products",
            summary: "2 products, 12 sold, $239.88", many: "products", newLabel: "New product",
            newPath: "/products/new", csvPath: "/products.csv", jsonPath: "/products.json",
            table: .mock(rows: rows),
            search: ListSearch(path: "/products", label: "Search products"),
            filter: .mock(of: "/products", example: "price < 20"),
            clearPath: "/products", sortLabel: "Name",
            sorts: [
                SortLink(label: "Name", path: "/products", isCurrent: true),
                SortLink(label: "Cheapest first", path: "/products?sort=price"),
            ], icon: "i-tag", emptyHeading: "What you sell, and for how much",
            emptyText: "Products come by themselves.", firstLabel: "Add your first product")
        page.hasRows = !rows.isEmpty
        page.isEmpty = rows.isEmpty
        page.paging = Paging(ListQuery(), total: 2) { $0.address(of: .products).path }
        page.hasChips = true
        page.chips = [
            FilterChip(label: "On sale", count: "1", path: "/products?retired=no"),
            FilterChip(label: "Retired", count: "1", path: "/products", isCurrent: true),
        ]
        return page
    }

    /// A list that is a calendar too.
    static var withOtherForms: RecordIndexPage {
        var page = mock()
        page.layout.hasAccount = true
        page.otherForms = [PathLink(label: "Calendar", path: "/care.ics")]
        page.sharePath = "/sharing?list=%2Fcare.ics"
        return page
    }

    static var nothingFound: RecordIndexPage {
        var page = mock(rows: [])
        page.isEmpty = false
        page.isNothingFound = true
        page.nothingFoundText = "No product has “zz” in its name."
        return page
    }

    static var refused: RecordIndexPage {
        var page = mock(rows: [])
        page.isEmpty = false
        page.isRefused = true
        page.filter = .refused(of: "/products")
        return page
    }
}

extension RecordForm {
    /// A form with a field of every kind.
    static var refused: RecordForm {
        let refusal = FormRefusal(faults: [
            FormFault(field: "name", label: "Name", message: "enter a value"),
            FormFault(
                field: "price", label: "Price", message: "is “1.234” $1,234.00 or $1.23?",
                readings: [
                    SelectOption(value: "1234.00", label: "$1,234.00"),
                    SelectOption(value: "1.23", label: "$1.23"),
                ]),
        ])
        var form = RecordForm(
            path: "/products", cancelPath: "/products", saveLabel: "Save product",
            idempotencyKey: "8f3c1a5e00d2")
        form.fields = [
            .mock(
                FieldDescription("name", "Name", .line(limit: 100), isRequired: true), "", refusal),
            .mock(
                FieldDescription("price", "Price", .money, isRequired: true, hint: "From now on"),
                "1.234", refusal),
            .mock(FieldDescription("stock", "Stock", .integer(0...100)), "7", refusal),
            .mock(FieldDescription("about", "About", .text(limit: 100)), "Two\nlines", refusal),
            .mock(
                FieldDescription(
                    "kind", "Kind",
                    .reference(
                        RecordReference(
                            entityName: "Kind", label: "name", noun: "kind", none: "No kind"))),
                "2", refusal,
                options: [
                    SelectOption(value: "", label: "No kind"),
                    SelectOption(value: "2", label: "Light"),
                ]),
        ]
        form.summary = refusal.summary
        return form
    }

    static var edited: RecordForm {
        var form = RecordForm(
            path: "/products/1", cancelPath: "/products/1", saveLabel: "Save product",
            version: "2")
        form.fields = [
            .mock(
                FieldDescription("name", "Name", .line(limit: 100), isRequired: true), "Desk lamp",
                shown: "Lamp")
        ]
        form.fields[0].hasFocus = true
        return form
    }
}

extension RecordFormField {
    fileprivate static func mock(
        _ field: FieldDescription, _ value: String, _ refusal: FormRefusal? = nil,
        shown: String? = nil, options: [SelectOption] = []
    ) -> RecordFormField {
        RecordFormField(field, value: value, shown: shown, options: options, refusal)
    }
}

extension RecordFormPage {
    static var new: RecordFormPage {
        RecordFormPage(
            layout: .sales("New product", crumbs: [.products]), heading: "New product",
            form: .refused)
    }

    static var edit: RecordFormPage {
        RecordFormPage(
            layout: .sales("Edit Desk lamp", crumbs: [.products, .lamp]), heading: "Edit",
            name: "Desk lamp", form: .edited)
    }
}

extension RecordConflictPage {
    static func mock(knowsBefore: Bool) -> RecordConflictPage {
        func row(
            _ label: String, _ before: String, _ saved: String, _ typed: String?
        ) -> ConflictRow {
            ConflictRow(label, before: knowsBefore ? before : nil, saved: saved, typed: typed)
        }
        return RecordConflictPage(
            layout: .sales("Desk lamp has changed", crumbs: [.products, .lamp]),
            name: "Desk lamp", hasBefore: knowsBefore,
            rows: [
                row("Name", "Lamp", "Desk lamp", nil), row("Price", "20.00", "21.00", "19.99"),
                row("Stock", "7", "7", "8"), row("About", "", "", nil),
            ], recordPath: "/products/1", form: .edited)
    }
}

extension RecordDeletePage {
    static func mock(isSold: Bool) -> RecordDeletePage {
        RecordDeletePage(
            layout: .sales("Delete Desk lamp?", crumbs: [.products, .lamp]),
            summary: FaultSummary(
                isSold ? [FaultLink(field: "lines", text: "Sales: it was sold")] : []),
            name: "Desk lamp", isRefused: isSold, refusal: "was sold and stays", field: "lines",
            consequences: ["12 lines of your sales have it."], deleteLabel: "Delete product",
            deletePath: "/products/1/delete",
            choices: [
                RecordDeletePage.Choice(
                    label: "What becomes of the lines",
                    options: [
                        RecordDeletePage.Option(
                            name: "lines", value: "keep", label: "They stay", isSelected: true)
                    ])
            ],
            actions: [
                RecordAction(
                    label: "Retire it instead", path: "/products/1/retirement", isPosted: true),
                RecordAction(label: "Merge it with another one", path: "/products/1/merge"),
            ], cancelPath: "/products/1")
    }
}
