import Domain
import Foundation
import Persistence

extension CustomerForm {
    /// The form of a new customer.
    init(new shop: Shop, products: [SelectOption], name: String = "") {
        self.init(path: shop.links(.customers), cancelPath: shop.links(.customers), isNew: true)
        self.name = FormField(name)
        sale.products = products
        sale.date = FormField(CalendarDay.today().description)
    }

    /// The form of a customer who exists.
    init(_ customer: CustomerValues, _ shop: Shop) {
        let path = shop.links(.customer(customer.recordNumber))
        self.init(
            path: path, cancelPath: path, version: String(customer.rowVersion), hasVersion: true,
            name: FormField(customer.name), emailid: FormField(customer.emailid),
            contactno: FormField(customer.contactno))
        guard let kept = customer.card else { return }
        card.hasCard = true
        card.saved = kept.text
        card.holder = FormField(kept.holder ?? "")
        card.expiry = FormField(kept.expiryText)
        card.number.hint = "Empty keeps the card as it is"
    }

    /// Shows what was typed, with what is wrong with it; the number of a card is not shown again.
    mutating func show(_ typed: GuardedForm, _ refusal: FormRefusal?) {
        let form = typed.form
        func field(_ name: String, _ saved: FormField) -> FormField {
            FormField(form[name] ?? saved.value, fault: refusal?.message(for: name))
        }
        name = field("name", name)
        emailid = field("emailid", emailid)
        contactno = field("contactno", contactno)
        sale.productName = field("productName", sale.productName)
        sale.quantity = field("quantity", sale.quantity)
        sale.unitPrice = MoneyField(
            "unitPrice", form["unitPrice"] ?? sale.unitPrice.value, refusal)
        sale.date = field("date", sale.date)
        sale.fault = refusal?.message(for: "sales") ?? ""
        sale.hasFault = !sale.fault.isEmpty
        card.holder = field("holder", card.holder)
        card.expiry = field("expiry", card.expiry)
        card.isRemoved = form["removeCard"] == "yes"
        card.show(typed, refusal)
        if let refusal { summary = refusal.summary }
    }
}

extension CardForm {
    fileprivate mutating func show(_ typed: GuardedForm, _ refusal: FormRefusal?) {
        number.fault = refusal?.message(for: "number") ?? ""
        number.hasFault = !number.fault.isEmpty
        if typed.hadCardNumber {
            number.hint = "Type the number again: it was forgotten at once, as it should be"
        }
        isOpen =
            typed.hadCardNumber || number.hasFault || holder.hasFault || expiry.hasFault
            || isRemoved || (!hasCard && !(holder.value + expiry.value).isEmpty)
    }
}

extension Shop {
    /// Products that a field suggests before anything is typed.
    private static let suggestedProducts = 200

    /// The names of products on sale, with their prices.
    ///
    /// - Throws: errors of the store.
    func suggestedProducts(in context: ManagedObjectContext) throws -> [SelectOption] {
        var query = ProductQuery()
        query.isRetired = false
        var request = query.fetchRequest
        request.fetchLimit = Self.suggestedProducts
        return try context.fetch(request).map {
            SelectOption(value: Money.text($0.price ?? 0), label: $0.name ?? "")
        }
    }
}
