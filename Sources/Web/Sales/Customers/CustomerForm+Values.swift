import Domain
import Foundation
import Persistence

extension CustomerForm {
    /// The form of a new customer.
    ///
    /// - Throws: errors of the store.
    init(new shop: Shop, in context: ManagedObjectContext) throws {
        let path = shop.links(.customers)
        self.init(
            path: path, cancelPath: path, isNew: true,
            sale: try SaleForm(path: path, cancelPath: path, shop, in: context))
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
        if isNew {
            sale.show(form, refusal)
            if let fault = refusal?.message(for: "sales") {
                sale.linesFault = FormField(fault: fault)
            }
        }
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
