import Domain
import Foundation
import Persistence

extension ItemSalePage {
    /// The form for an item, with the customers that a search finds.
    init(_ item: Item, search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let values = ItemValues(item)
        let links = shop.links
        var buyers = try Buyers(search, shop, in: context)
        if buyers.rows.count == 1 { buyers.choose(buyers.rows[0].id) }
        self.init(
            layout: shop.site.layout(
                title: "Sell \(values.name)", section: .inventory,
                crumbs: [
                    PathLink(label: "Inventory", path: links(.items)),
                    PathLink(label: values.name, path: links(.item(values.key))),
                ]),
            name: values.name, path: links(.itemSale(values.key)),
            cancelPath: links(.item(values.key)), newCustomerPath: links(.newCustomer),
            search: search, hasSearchFocus: !buyers.rows.contains(where: \.hasFocus),
            heading: buyers.heading,
            hasBuyers: !buyers.rows.isEmpty, buyers: buyers.rows,
            unitPrice: MoneyField(
                "unitPrice", item.price(in: shop.currency).map(Money.plainText) ?? ""),
            date: FormField(CalendarDay.today().description))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal? = nil) {
        customer = FormField(fault: refusal?.message(for: "customer"))
        unitPrice = MoneyField("unitPrice", form["unitPrice"] ?? unitPrice.value, refusal)
        date = FormField(form["date"] ?? date.value, fault: refusal?.message(for: "date"))
        if let chosen = form["customer"], buyers.contains(where: { $0.id == chosen }) {
            for index in buyers.indices { buyers[index].isChosen = buyers[index].id == chosen }
        }
        guard let refusal else { return }
        summary = refusal.summary
        hasSearchFocus = false
    }
}
