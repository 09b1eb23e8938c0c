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
            path: path, cancelPath: path, isNew: true, mark: TakenForms.newMark(),
            hasFocus: true,
            addresses: [AddressField(0, PostalAddress())],
            paperLanguages: shop.paperLanguages(selected: ""),
            sale: try SaleForm(path: path, cancelPath: path, shop, in: context))
    }

    /// The form of a customer who exists.
    init(_ customer: CustomerValues, _ shop: Shop) {
        let path = shop.links(.customer(customer.recordNumber))
        self.init(
            path: path, cancelPath: path, version: String(customer.rowVersion),
            shown: PostedForm.hidden(customer.texts),
            name: FormField(customer.name), emailid: FormField(customer.emailid),
            contactno: FormField(customer.contactno),
            addresses: (customer.addresses + [PostalAddress()]).enumerated().map {
                AddressField($0, $1)
            },
            numbers: FormField(customer.numbersText), tags: FormField(customer.tagsText),
            taxNumber: FormField(customer.taxNumber), notes: FormField(customer.notes),
            consentedAt: FormField(customer.consentDay?.description ?? ""),
            consentNote: FormField(customer.consentNote),
            paperLanguages: shop.paperLanguages(selected: customer.paperLanguage),
            paperLanguage: FormField(customer.paperLanguage))
        openNotes()
        openContacts()
        guard let kept = customer.card else { return }
        card.hasCard = true
        card.saved = kept.text
        card.holder = FormField(kept.holder ?? "")
        card.expiry = FormField(kept.expiryText)
        card.number.hint = "Empty keeps the card as it is"
    }

    /// Shows what was typed, with what is wrong with it; the number of a card is not shown again.
    mutating func show(_ typed: FormData, _ refusal: FormRefusal?) {
        func field(_ name: String, _ saved: FormField) -> FormField {
            FormField(typed[name] ?? saved.value, fault: refusal?.message(for: name))
        }
        name = field("name", name)
        emailid = field("emailid", emailid)
        contactno = field("contactno", contactno)
        let typedCount = (ContactInput.indexes(in: typed).last ?? -1) + 1
        for index in addresses.count..<max(addresses.count, typedCount) {
            addresses.append(AddressField(index, PostalAddress()))
        }
        for index in addresses.indices { addresses[index].show(typed, refusal) }
        numbers = field("numbers", numbers)
        tags = field("tags", tags)
        taxNumber = field("taxNumber", taxNumber)
        paperLanguage = field("paperLanguage", paperLanguage)
        paperLanguages.select(paperLanguage.value)
        openContacts()
        notes = field("notes", notes)
        consentedAt = field("consentedAt", consentedAt)
        consentNote = field("consentNote", consentNote)
        openNotes()
        if isNew {
            sale.show(typed, refusal)
            if let fault = refusal?.message(for: "sales") {
                sale.linesFault = FormField(fault: fault)
            }
        }
        card.holder = field("holder", card.holder)
        card.expiry = field("expiry", card.expiry)
        card.isRemoved = typed["removeCard"] == "yes"
        card.show(typed, refusal)
        hasFocus = false
        if let refusal { summary = refusal.summary }
    }
}

extension CustomerForm {
    /// Unfolds addresses, numbers and tags where there are any, or something is wrong with them.
    private mutating func openContacts() {
        for index in addresses.indices {
            addresses[index].isSpare = index > 0 && !addresses[index].isUsed
        }
        hasContacts =
            addresses.contains(where: \.isUsed)
            || [numbers, tags, taxNumber, paperLanguage].contains {
                !($0.value + $0.fault).isEmpty
            }
    }

    /// Unfolds notes and consent where there is something.
    private mutating func openNotes() {
        isOpen = [notes, consentedAt, consentNote].contains { !($0.value + $0.fault).isEmpty }
    }

    /// Shows what the address of a new customer's form says; work starts at the name all the same.
    mutating func begin(with named: FormData) {
        show(named.hasPlainLine ? named.withNumberedLine : named, nil)
        for index in sale.lines.indices { sale.lines[index].hasFocus = false }
        hasFocus = true
    }

    /// Goes on to compare with the record as the person saw it, when a form comes back.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
    }
}

extension Shop {
    /// The languages to choose from for a customer.
    fileprivate func paperLanguages(selected code: String) -> [SelectOption] {
        site.papers.options(selected: code, none: "As for all customers")
    }
}

extension CardForm {
    fileprivate mutating func show(_ typed: FormData, _ refusal: FormRefusal?) {
        number.fault = refusal?.message(for: "number") ?? ""
        if typed.hadCardNumber {
            number.hint = "Type the number again: it was forgotten at once, as it should be"
        }
        isOpen =
            typed.hadCardNumber || !(number.fault + holder.fault + expiry.fault).isEmpty
            || isRemoved || (!hasCard && !(holder.value + expiry.value).isEmpty)
    }
}
