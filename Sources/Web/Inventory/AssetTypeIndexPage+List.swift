import Domain

extension AssetTypeIndexPage {
    /// The page of a list.
    init(_ list: AssetTypeList, _ inventory: Inventory, notices: [Notice]) {
        self.init(list.query, inventory, notices: notices)
        summary =
            "\(ItemCount.text(list.typeCount, "type", "types")), "
            + "\(ItemCount.text(list.whole.count)), "
            + "worth \(WholeDollars.text(Int(list.whole.valueInDollars)))"
        rows = list.types.map {
            AssetTypeRow(
                $0.label, $0.totals, of: list.whole.valueInDollars, inventory.links)
        }
        let isAtEnd = list.query.offset + list.types.count >= list.total
        if !list.query.isFiltered, isAtEnd, list.untyped.count > 0 {
            rows.append(
                AssetTypeRow(
                    withoutType: list.untyped, of: list.whole.valueInDollars, inventory.links))
        }
        hasRows = !rows.isEmpty
        isNothingFound = rows.isEmpty && list.query.isFiltered
        totalCount = "\(list.whole.count, grouped: true)"
        totalValue = WholeDollars.text(Int(list.whole.valueInDollars))
        paging = Paging(page: list.query.page, perPage: list.query.perPage, total: list.total) {
            inventory.links(list.query.at(page: $0).address(of: .assetTypes))
        }
    }

    /// The page of an address that cannot be read.
    init(refused query: ListQuery, _ faults: [FormFault], _ inventory: Inventory) {
        self.init(query, inventory, notices: [])
        isRefused = true
        refusal = FaultSummary(faults.map(\.link))
        summary = "This list cannot be shown"
    }

    private init(_ query: ListQuery, _ inventory: Inventory, notices: [Notice]) {
        let links = inventory.links
        let isDescending = query.sort?.isAscending == false
        let next = isDescending ? nil : SortOrder("label", ascending: false)
        let (csv, json) = (
            links(query.at(page: 1).address(of: SitePath.assetTypes.csv)),
            links(query.address(of: SitePath.assetTypes.json))
        )
        var layout = inventory.site.layout(
            title: "Asset types", section: .inventory, subsection: .assetTypes, notices: notices)
        layout.alternates = [
            AlternateLink(type: "application/json", path: json),
            AlternateLink(type: "text/csv", path: csv),
        ]
        self.init(
            layout: layout, summary: "", hasRows: false, rows: [], totalCount: "", totalValue: "",
            labelSort: SortLink(
                label: "Type", path: links(query.sorted(by: next).address(of: .assetTypes)),
                isAscending: !isDescending, isDescending: isDescending, isCurrent: true),
            createPath: links(.assetTypes), csvPath: csv, jsonPath: json,
            clearPath: links(.assetTypes))
    }
}
