import Domain

extension CustomerIndexPage {
    /// The page of a list.
    init(_ list: CustomerList, _ shop: Shop) {
        self.init(list.request, shop)
        let query = list.request.query
        rows = list.customers.map { CustomerRow($0, shop.links) }
        hasRows = !rows.isEmpty
        isEmpty = list.wholeCount == 0 && !query.isFiltered
        isNothingFound = !hasRows && !isEmpty
        nothingFoundText = Self.nothingFoundText(list)
        let (count, totals) = (Self.count(list.total), list.totals)
        let found = query.isFiltered ? "\(list.total, grouped: true) of " : ""
        let whole = query.isFiltered ? Self.count(list.wholeCount) : count
        let sales = ItemCount.text(totals.saleCount, "sale", "sales")
        summary =
            list.total == 0
            ? found + whole : "\(found)\(whole), \(sales), \(Money.text(totals.amount))"
        totalLabel = "Total of \(count)"
        totalCount = "\(totals.saleCount, grouped: true)"
        totalCountUnit = totals.saleCount == 1 ? "sale" : "sales"
        totalAmount = Money.text(totals.amount)
        paging = Paging(query, total: list.total) {
            shop.links($0.address(of: .customers))
        }
    }

    /// The page of an address that cannot be read.
    init(refused request: ListRequest, _ shop: Shop) {
        self.init(request, shop)
        summary = "This list cannot be shown"
        isRefused = true
    }

    /// What the page says whatever the records are.
    private init(_ request: ListRequest, _ shop: Shop) {
        let (query, links) = (request.query, shop.links)
        let sorts = query.sorts(Self.orders, of: .customers, links)
        func salesColumn(_ label: String, _ key: String) -> SortLink {
            query.column(label, key, isDescendingFirst: true, of: .customers, links)
        }
        self.init(
            layout: Self.layout(request, shop), summary: "", newPath: links(.newCustomer),
            csvPath: links(query.at(page: 1).address(of: SitePath.customers.csv)),
            jsonPath: links(query.address(of: SitePath.customers.json)),
            filter: PredicateForm(
                request, of: .customers,
                example: "sales.@count > 3 AND emailid ENDSWITH \".org\"", links),
            clearPath: links(query.unfiltered.address(of: .customers)),
            sortLabel: sorts.first(where: \.isCurrent)?.label ?? "Another order", sorts: sorts,
            nameSort: query.column(
                "Name and e-mail", "name", isDefault: true, of: .customers, links),
            contactSort: query.column("Number", "contactno", of: .customers, links),
            countSort: salesColumn("Purchases", "sales"), totalSort: salesColumn("Total", "total"),
            lastSort: salesColumn("Last purchase", "lastPurchase"))
    }

    /// The ways to sort that have a name.
    private static let orders: [(label: String, sort: SortOrder)] = [
        ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
        ("E-mail", SortOrder("emailid")), ("Number", SortOrder("contactno")),
        ("Most purchases first", SortOrder("sales", ascending: false)),
        ("Highest total first", SortOrder("total", ascending: false)),
        ("Latest purchase first", SortOrder("lastPurchase", ascending: false)),
        ("Longest without a purchase first", SortOrder("lastPurchase")),
        ("Longest known first", SortOrder("firstPurchase")),
        ("Newest customers first", SortOrder("firstPurchase", ascending: false)),
    ]

    private static func layout(_ request: ListRequest, _ shop: Shop) -> LayoutPage {
        let query = request.query
        var layout = shop.site.layout(
            title: query.title("Customers", CustomerList.parameters), section: .sales,
            subsection: .customers,
            notices: request.announcement.map { [Notice(text: $0.text)] } ?? [])
        layout.searchText = query.search
        layout.searchKeeps = query.at(page: 1).parameters.filter { $0.name != "q" }
            .map(HiddenField.init)
        layout.alternates = [
            AlternateLink(
                type: "application/json",
                path: shop.links(query.address(of: SitePath.customers.json))),
            AlternateLink(
                type: "text/csv",
                path: shop.links(query.at(page: 1).address(of: SitePath.customers.csv))),
        ]
        return layout
    }

    private static func count(_ count: Int) -> String {
        ItemCount.text(count, "customer", "customers")
    }

    private static func nothingFoundText(_ list: CustomerList) -> String {
        let query = list.request.query
        guard list.total == 0 else {
            return "There is no page \(query.page, grouped: true) of these customers."
        }
        let isSearchAlone = query.parameters.allSatisfy {
            ["q", "sort", "perPage", "page"].contains($0.name)
        }
        guard !query.search.isEmpty, isSearchAlone else { return "No customer fits these filters." }
        return "No customer has “\(query.search)” in name, e-mail or number, or has bought it."
    }
}
