import Domain
import Persistence

/// How many items a view of the list has, and what they are worth.
struct ItemListCounts {
    /// The totals of the view under its own filters and under others.
    let facets: ItemFacets
    /// The totals of all items that the view selects; what was sold counts only if the view asks
    /// for it.
    let totals: ItemTotals
    /// How many of the items that the view selects were sold.
    let soldCount: Int
    /// How many items there are, those that were sold among them.
    let wholeCount: Int
    /// How many items the view selects, those that were sold among them.
    let total: Int

    init(
        _ query: ItemQuery, _ cache: InventoryCache, in context: ManagedObjectContext
    ) throws {
        facets = try cache.facets(of: query, in: context)
        totals = facets.totals(of: query)
        var sold = query
        sold.sold = true
        soldCount = query.sold == false ? 0 : facets.totals(of: sold).count
        total = query.sold == nil ? totals.count + soldCount : totals.count
        let whole = ItemQuery()
        let wholeFacets = try cache.facets(of: whole, in: context)
        var wholeSold = whole
        wholeSold.sold = true
        wholeCount =
            wholeFacets.totals(of: whole).count + wholeFacets.totals(of: wholeSold).count
    }
}
