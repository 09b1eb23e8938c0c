@testable import Web

extension ProductRow {
    static let mocks = [
        ProductRow(
            anchor: "product-1", name: "Desk lamp", price: "$19.99", quantity: "12",
            total: "$239.88", hasLast: true, last: "Nov 19, 2026", lastISO: "2026-11-19",
            path: "/products/1"),
        ProductRow(
            anchor: "product-2", name: "כיסא", isRetired: true, price: "$80.00", quantity: "0",
            total: "$0.00", path: "/products/2"),
    ]
}

extension ProductIndexPage {
    static func mock(rows: [ProductRow] = ProductRow.mocks) -> ProductIndexPage {
        var page = ProductIndexPage(
            layout: .sales("Products", subsection: "Products"),
            summary: "2 products, 12 sold, $239.88", newPath: "/products/new",
            csvPath: "/products.csv", jsonPath: "/products.json",
            filter: .mock(of: "/products", example: "price < 20"), clearPath: "/products",
            sortLabel: "Name",
            sorts: [
                SortLink(label: "Name", path: "/products", isCurrent: true),
                SortLink(label: "Cheapest first", path: "/products?sort=price"),
            ],
            nameSort: SortLink(
                label: "Product", path: "/products?sort=-name", isAscending: true, isCurrent: true),
            priceSort: SortLink(label: "Price", path: "/products?sort=-price"),
            quantitySort: SortLink(label: "Sold", path: "/products?sort=-quantity"),
            totalSort: SortLink(label: "Total", path: "/products?sort=-total"))
        page.rows = rows
        page.hasRows = !rows.isEmpty
        page.isEmpty = rows.isEmpty
        page.totalLabel = "Total of 2 products"
        page.totalQuantity = "12"
        page.totalAmount = "$239.88"
        page.paging = Paging(page: 1, perPage: 50, total: 2) { "/products?page=\($0)" }
        page.chips = [
            FilterChip(label: "On sale", count: "1", path: "/products?retired=no"),
            FilterChip(label: "Retired", count: "1", path: "/products", isCurrent: true),
        ]
        return page
    }

    static var nothingFound: ProductIndexPage {
        var page = mock(rows: [])
        page.isEmpty = false
        page.isNothingFound = true
        page.nothingFoundText = "No product has “zz” in its name."
        return page
    }

    static var refused: ProductIndexPage {
        var page = mock(rows: [])
        page.isEmpty = false
        page.isRefused = true
        page.filter = .refused(of: "/products")
        return page
    }
}

extension ProductShowPage {
    static func mock(isRetired: Bool = false) -> ProductShowPage {
        ProductShowPage(
            layout: .sales("Desk lamp", crumbs: [.products]), name: "Desk lamp", price: "$19.99",
            version: "2", isRetired: isRetired, retired: "November 21, 2026",
            retiredISO: "2026-11-21T10:00:00Z",
            figures: [Figure(value: "12", label: "sold", path: "/products/1#buyers")],
            hasBuyers: !isRetired,
            buyers: [
                TradeRow(
                    name: "Amina Diallo", path: "/customers/1", hasLast: true,
                    last: "Nov 19, 2026", lastISO: "2026-11-19", quantity: "2", total: "$39.98"),
                TradeRow(
                    name: "Persons removed", isNamed: false, path: "", quantity: "1",
                    total: "$19.99"),
            ],
            hasMoreBuyers: true, moreBuyers: "And 80 others", editPath: "/products/1/edit",
            deletePath: "/products/1/delete", retirePath: "/products/1/retirement",
            unretirePath: "/products/1/retirement/delete", jsonPath: "/products/1.json")
    }
}

extension ProductForm {
    static var refused: ProductForm {
        var form = ProductForm(path: "/products", cancelPath: "/products")
        form.name = FormField("", fault: "It is needed.")
        form.price.value = "1.234"
        form.price.fault = "Does “1.234” mean $1,234.00 or $1.23?"
        form.price.hasFault = true
        form.price.hasReadings = true
        form.price.readings = [
            MoneyReading(name: "price", value: "1234.00", label: "$1,234.00"),
            MoneyReading(name: "price", value: "1.23", label: "$1.23"),
        ]
        form.summary = FaultSummary([FaultLink(field: "name", text: "Name: it is needed")])
        return form
    }

    static let edited = ProductForm(
        path: "/products/1", cancelPath: "/products/1", version: "2", hasVersion: true,
        name: FormField("Desk lamp"), price: MoneyField("price", "19.99"))
}

extension ProductNewPage {
    static var mock: ProductNewPage {
        ProductNewPage(layout: .sales("New product", crumbs: [.products]), form: .refused)
    }
}

extension ProductEditPage {
    static var mock: ProductEditPage {
        ProductEditPage(
            layout: .sales("Edit Desk lamp", crumbs: [.products, .lamp]), name: "Desk lamp",
            form: .edited)
    }
}

extension ProductConflictPage {
    static var mock: ProductConflictPage {
        ProductConflictPage(
            layout: .sales("Desk lamp has changed", crumbs: [.products, .lamp]),
            name: "Desk lamp",
            rows: [
                ConflictRow(label: "Price", saved: "21.00", typed: "19.99", isDifferent: true)
            ],
            recordPath: "/products/1", form: .edited)
    }
}

extension ProductDeletePage {
    static func mock(isSold: Bool) -> ProductDeletePage {
        ProductDeletePage(
            layout: .sales("Delete Desk lamp?", crumbs: [.products, .lamp]),
            summary: FaultSummary(
                isSold ? [FaultLink(field: "lines", text: "Sales: it was sold")] : []),
            name: "Desk lamp", isSold: isSold, consequences: ["12 lines of your sales have it."],
            canRetire: isSold, deletePath: "/products/1/delete",
            retirePath: "/products/1/retirement", cancelPath: "/products/1")
    }
}
