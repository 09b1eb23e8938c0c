import Domain
import Persistence

/// The filter chips above the list of items. Their counts include the other active filters.
struct ItemChips {
    /// The types with the most items, by name.
    private(set) var types: [FilterChip] = []
    /// The other types.
    private(set) var moreTypes: [FilterChip] = []
    /// The filters by value and photo.
    private(set) var others: [FilterChip] = []

    /// The number of chips beyond which a menu holds the rest.
    private static let shownTypes = 6

    init(_ list: ItemList, _ site: Site) {
        addTypes(list, list.counts, site.links)
        addOthers(list, list.counts, site)
    }

    private mutating func addTypes(
        _ list: ItemList, _ counts: ItemListCounts, _ links: SiteLinks
    ) {
        let query = list.request.query
        let totals = counts.facets.totalsByType(of: list.request.items)
        func chip(_ label: String, _ value: String, _ number: Int64?) -> (Int, FilterChip) {
            let isCurrent = query.filter("assetType") == value
            let count = totals[number]?.count ?? 0
            let path = query.filtered("assetType", by: isCurrent ? nil : value)
            return (
                count,
                FilterChip(
                    label: label, count: "\(count, grouped: true)",
                    path: links(path.address(of: .items)), isCurrent: isCurrent)
            )
        }
        var chips = list.names.labels.map { chip($0.text, String($0.number), $0.number) }
        chips.append(chip("Without type", "none", nil))
        chips = chips.filter { $0.0 > 0 || $0.1.isCurrent }
        let least = chips.map(\.0).sorted(by: >).prefix(Self.shownTypes).last ?? 0
        for (count, chip) in chips {
            if chip.isCurrent || (count >= least && types.count < Self.shownTypes) {
                types.append(chip)
            } else {
                moreTypes.append(chip)
            }
        }
    }

    private mutating func addOthers(
        _ list: ItemList, _ counts: ItemListCounts, _ site: Site
    ) {
        let query = list.request.query
        var choices: [(label: String, name: String, value: String)] = [
            (
                "Above \(site.currency.shortText(ItemFacets.lowValue))", "minValue",
                "\(ItemFacets.highValue)"
            ),
            ("With photo", "hasImage", "yes"),
            ("Without photo", "hasImage", "no"),
        ]
        if counts.soldCount > 0 || query.filter("sold") != nil {
            choices.append(("Sold", "sold", "yes"))
        }
        for choice in choices {
            var items = list.request.items
            switch choice.name {
            case "minValue": items.minValue = ItemFacets.highValue
            case "sold": items.sold = true
            default: items.hasImage = choice.value == "yes"
            }
            let isCurrent = query.filter(choice.name) == choice.value
            let count = counts.facets.totals(of: items).count
            let path = query.filtered(choice.name, by: isCurrent ? nil : choice.value)
            others.append(
                FilterChip(
                    label: choice.label, count: "\(count, grouped: true)",
                    path: site.links(path.address(of: .items)), isCurrent: isCurrent))
        }
    }
}
