import Domain
import Foundation
import Persistence

/// The fields of a customer, shared by the pages that add, change and reconcile one.
struct CustomerForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new customer is made, with a first sale.
    var isNew = false
    // Tells one form for a new record from the next.
    var mark = ""
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    /// What the fields were filled with; sent with the version.
    var shown: [HiddenField] = []

    /// Whether work starts at the name.
    var hasFocus = false
    var summary = FaultSummary()
    var name = FormField()
    var emailid = FormField()
    var contactno = FormField()
    /// The addresses, and a blank one.
    var addresses: [AddressField] = []
    /// Further numbers, one in a line.
    var numbers = FormField()
    /// Words between commas.
    var tags = FormField()
    var taxNumber = FormField()
    /// Whether these are shown unfolded.
    var hasContacts = false
    var notes = FormField()
    var consentedAt = FormField()
    /// How and to what they agreed.
    var consentNote = FormField()
    /// The languages that papers can be in, and that of this customer.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// Whether notes and consent are shown unfolded.
    var isOpen = false
    /// What is sold first; used by a new customer alone.
    var sale = SaleForm(path: "", cancelPath: "", productsPath: "")
    var card = CardForm()
}

/// The fields of a card. The number goes in and never comes back.
struct CardForm: Sendable {
    /// Whether the form is shown unfolded.
    var isOpen = false
    /// Whether a card is kept already.
    var hasCard = false
    /// `Visa ending in 1111`.
    var saved = ""
    /// What is wrong with the number; it has no value.
    var number = CardNumberField()
    var holder = FormField()
    var expiry = FormField()
    /// Whether the card is to be forgotten.
    var isRemoved = false
}

/// The field for the number of a card, which is always empty.
struct CardNumberField: Sendable {
    var hint = "Brand and last four digits are kept"
    var fault = ""
}

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

/// An address in a form, as it was typed.
struct AddressField: Sendable {
    /// `Address 2`.
    var title: String
    var parts: [AddressPartField]
    /// Whether it is a blank one behind others, which is folded.
    var isSpare = false
}

/// A part of an address in a form.
struct AddressPartField: Sendable {
    /// `addresses[0][city]`.
    var name: String
    var label: String
    var value: String
    /// Whether it has several lines.
    var isLong: Bool
    var fault = ""
}

extension AddressField {
    /// An address as it is saved.
    init(_ index: Int, _ address: PostalAddress) {
        self.init(
            title: index == 0 ? "Address" : "Address \(index + 1)",
            parts: ContactInput.parts.map { key, label, _ in
                AddressPartField(
                    name: ContactInput.name(index, key), label: label, value: address.text(key),
                    isLong: key == "street")
            })
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ typed: FormData, _ refusal: FormRefusal?) {
        for index in parts.indices {
            let name = parts[index].name
            parts[index].value = typed[name] ?? parts[index].value
            parts[index].fault = refusal?.message(for: name) ?? ""
        }
    }

    /// Whether anything stands in it, or is wrong with it.
    var isUsed: Bool { parts.contains { !$0.value.isEmpty || !$0.fault.isEmpty } }
}
