import Domain

extension ProductIndexPage {
    /// The page of a list.
    init(_ list: ProductList, _ shop: Shop) {
        self.init(list.request, shop)
        let query = list.request.query
        rows = list.products.map { ProductRow($0, shop.links) }
        hasRows = !rows.isEmpty
        isEmpty = list.wholeCount == 0 && !query.isFiltered
        isNothingFound = !hasRows && !isEmpty
        nothingFoundText = Self.nothingFoundText(list)
        let (count, totals) = (Self.count(list.total), list.totals)
        let found = query.isFiltered ? "\(list.total, grouped: true) of " : ""
        let whole = query.isFiltered ? Self.count(list.wholeCount) : count
        let sold = "\(Int(totals.quantity), grouped: true) sold"
        summary =
            list.total == 0
            ? found + whole : "\(found)\(whole), \(sold), \(Money.text(totals.amount))"
        totalLabel = "Total of \(count)"
        totalQuantity = "\(Int(totals.quantity), grouped: true)"
        totalAmount = Money.text(totals.amount)
        paging = Paging(page: query.page, perPage: query.perPage, total: list.total) {
            shop.links(query.at(page: $0).address(of: .products))
        }
        chips = Self.chips(list, shop.links)
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
        let sorts = query.sorts(
            [
                ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
                ("Cheapest first", SortOrder("price")),
                ("Dearest first", SortOrder("price", ascending: false)),
                ("Most sold first", SortOrder("quantity", ascending: false)),
                ("Highest total first", SortOrder("total", ascending: false)),
            ], of: .products, links)
        self.init(
            layout: Self.layout(request, shop), summary: "", newPath: links(.newProduct),
            csvPath: links(query.at(page: 1).address(of: SitePath.products.csv)),
            jsonPath: links(query.address(of: SitePath.products.json)),
            filter: PredicateForm(
                request, of: .products, example: "price < 20 AND lines.@count == 0", links),
            clearPath: links(query.unfiltered.address(of: .products)),
            sortLabel: sorts.first(where: \.isCurrent)?.label ?? "Another order", sorts: sorts,
            nameSort: query.column("Product", "name", isDefault: true, of: .products, links),
            priceSort: query.column(
                "Price", "price", isDescendingFirst: true, of: .products, links),
            quantitySort: query.column(
                "Sold", "quantity", isDescendingFirst: true, of: .products, links),
            totalSort: query.column(
                "Total", "total", isDescendingFirst: true, of: .products, links))
    }

    private static func layout(_ request: ListRequest, _ shop: Shop) -> LayoutPage {
        let query = request.query
        var layout = shop.site.layout(
            title: "Products", section: .sales, subsection: .products,
            notices: request.announcement.map { [Notice(text: $0.text)] } ?? [])
        layout.searchText = query.search
        layout.searchKeeps = query.at(page: 1).parameters.filter { $0.name != "q" }
            .map(HiddenField.init)
        layout.alternates = [
            AlternateLink(
                type: "application/json",
                path: shop.links(query.address(of: SitePath.products.json))),
            AlternateLink(
                type: "text/csv",
                path: shop.links(query.at(page: 1).address(of: SitePath.products.csv))),
        ]
        return layout
    }

    private static func chips(_ list: ProductList, _ links: SiteLinks) -> [FilterChip] {
        let query = list.request.query
        let choices = [
            ("On sale", "no", list.wholeCount - list.retiredCount),
            ("Retired", "yes", list.retiredCount),
        ]
        return choices.map { label, value, count in
            let isCurrent = query.filter("retired") == value
            let path = query.filtered("retired", by: isCurrent ? nil : value)
            return FilterChip(
                label: label, count: "\(count, grouped: true)",
                path: links(path.address(of: .products)), isCurrent: isCurrent)
        }
    }

    private static func count(_ count: Int) -> String {
        ItemCount.text(count, "product", "products")
    }

    private static func nothingFoundText(_ list: ProductList) -> String {
        let query = list.request.query
        guard list.total == 0 else {
            return "There is no page \(query.page, grouped: true) of these products."
        }
        let isSearchAlone = query.parameters.allSatisfy {
            ["q", "sort", "perPage", "page"].contains($0.name)
        }
        guard !query.search.isEmpty, isSearchAlone else { return "No product fits these filters." }
        return "No product has “\(query.search)” in its name."
    }
}
