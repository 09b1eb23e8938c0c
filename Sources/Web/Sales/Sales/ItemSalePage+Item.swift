import Domain
import Foundation
import Persistence

extension ItemSalePage {
    /// The form for an item, with the customers that a search finds.
    init(_ item: Item, search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let values = try ItemValues(item)
        let links = shop.links
        var buyers = try Buyers(search, shop, in: context)
        if !search.isEmpty, buyers.rows.count == 1 { buyers.choose(buyers.rows[0].id) }
        self.init(
            layout: shop.site.layout(
                title: "Sell \(values.name)", section: .inventory,
                crumbs: [
                    PathLink(label: "Inventory", path: links(.items)),
                    PathLink(label: values.name, path: links(.item(values.key))),
                ]),
            name: values.name, path: links(.itemSale(values.key)),
            cancelPath: links(.item(values.key)),
            search: search, hasSearchFocus: !buyers.rows.contains(where: \.hasFocus),
            heading: buyers.heading,
            hasHeading: !search.isEmpty || !buyers.rows.isEmpty, buyers: buyers.rows,
            unitPrice: MoneyField(
                "unitPrice",
                item.price(in: shop.currency).map(Region.current.fieldText(money:)) ?? ""),
            date: FormField(CalendarDay.today().description))
        isWalkIn = !self.buyers.contains(where: \.isChosen)
        let rates = try TaxRate.all(in: context).filter { !$0.isRetired }
        hasTaxRates = !rates.isEmpty
        taxRates = [.noTax] + rates.map(SelectOption.init)
        let kinds = try PaymentField.kinds(orLater: true, in: context)
        payments = kinds.isEmpty ? [] : [PaymentField(blank: 0, kinds)]
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal? = nil) {
        customer = FormField(fault: refusal?.message(for: "customer"))
        unitPrice = MoneyField("unitPrice", form["unitPrice"] ?? unitPrice.value, refusal)
        date = FormField(form["date"] ?? date.value, fault: refusal?.message(for: "date"))
        customerName = FormField(
            form["customerName"] ?? "", fault: refusal?.message(for: "customerName"))
        taxRate = FormField(form["taxRate"] ?? "", fault: refusal?.message(for: "taxRate"))
        taxRates.select(taxRate.value)
        for place in payments.indices { payments[place].show(0, form, refusal) }
        isNew = form["customer"] == ItemBuyer.newValue
        if let chosen = form["customer"], buyers.contains(where: { $0.id == chosen }) {
            for index in buyers.indices { buyers[index].isChosen = buyers[index].id == chosen }
        }
        isWalkIn = !isNew && !buyers.contains(where: \.isChosen)
        guard let refusal else { return }
        summary = refusal.summary
        hasSearchFocus = false
    }
}
