import Domain
import Foundation
import Persistence

/// The fields of a customer, shared by the pages that create, edit and reconcile one.
struct CustomerForm: Sendable {
    /// The action of the form.
    var path: String
    /// The target of “Cancel”.
    var cancelPath: String
    /// Whether the form creates a customer, with a first sale.
    var isNew = false
    var idempotencyKey = ""
    /// The version that the form was filled from; empty for a new customer.
    var version = ""
    /// The initial texts of the fields, posted with the version.
    var shown: [HiddenField] = []

    /// Whether the name has the focus.
    var hasFocus = false
    var summary = FaultSummary()
    var name = FormField()
    var emailid = FormField()
    var contactno = FormField()
    /// The addresses, followed by a blank one.
    var addresses: [AddressField] = []
    /// The further numbers, one per line.
    var numbers = FormField()
    /// The tags, separated by commas.
    var tags = FormField()
    var taxNumber = FormField()
    /// Whether these fields are expanded.
    var hasContacts = false
    var notes = FormField()
    var consentedAt = FormField()
    /// The wording and channel of the consent.
    var consentNote = FormField()
    /// The languages of papers, with that of the customer selected.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// Whether notes and consent are expanded.
    var isOpen = false
    /// The first sale; only used for a new customer.
    var sale = SaleForm(path: "", cancelPath: "", productsPath: "")
    var card = CardForm()
}

/// The fields of a card. The number is accepted but never shown.
struct CardForm: Sendable {
    /// Whether the fields are expanded.
    var isOpen = false
    /// Whether a card is already stored.
    var hasCard = false
    /// `Visa ending in 1111`.
    var saved = ""
    /// The fault of the number, which itself has no value.
    var number = CardNumberField()
    var holder = FormField()
    var expiry = FormField()
    /// Whether the card is to be deleted.
    var isRemoved = false
}

/// The field for the number of a card, which is always empty.
struct CardNumberField: Sendable {
    var hint = "Brand and last four digits are kept"
    var fault = ""
}

extension CustomerForm {
    /// The fields with a text of the customer, by name.
    private static var texts: [(name: String, field: WritableKeyPath<CustomerForm, FormField>)] {
        [
            ("name", \.name), ("emailid", \.emailid), ("contactno", \.contactno),
            ("numbers", \.numbers), ("tags", \.tags), ("taxNumber", \.taxNumber),
            ("paperLanguage", \.paperLanguage), ("notes", \.notes),
            ("consentedAt", \.consentedAt), ("consentNote", \.consentNote),
            ("holder", \.card.holder), ("expiry", \.card.expiry),
        ]
    }

    /// - Throws: errors of the store.
    init(new shop: Shop, in context: ManagedObjectContext) throws {
        let path = shop.links(.customers)
        self.init(
            path: path, cancelPath: path, isNew: true, idempotencyKey: IdempotencyKeys.newKey(),
            hasFocus: true,
            addresses: [AddressField(0, PostalAddress())],
            paperLanguages: shop.paperLanguages(selected: ""),
            sale: try SaleForm(path: path, cancelPath: path, shop, in: context))
    }

    /// The form of an existing customer.
    init(_ customer: CustomerValues, _ shop: Shop) {
        let path = shop.links(.customer(customer.recordNumber))
        self.init(
            path: path, cancelPath: path, version: String(customer.rowVersion),
            shown: PostedForm.hidden(customer.texts),
            addresses: (customer.addresses + [PostalAddress()]).enumerated().map {
                AddressField($0, $1)
            }, paperLanguages: shop.paperLanguages(selected: customer.paperLanguage))
        let texts = customer.texts
        for (name, field) in Self.texts { self[keyPath: field] = FormField(texts[name] ?? "") }
        openNotes()
        openContacts()
        guard let kept = customer.card else { return }
        card.hasCard = true
        card.saved = kept.text
        card.number.hint = "Empty keeps the card as it is"
    }

    /// Shows the input and its faults, without the number of a card.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        for (name, field) in Self.texts { self[keyPath: field].show(name, typed, refusal) }
        let typedCount = (ContactInput.indexes(in: typed).last ?? -1) + 1
        for index in addresses.count..<max(addresses.count, typedCount) {
            addresses.append(AddressField(index, PostalAddress()))
        }
        for index in addresses.indices { addresses[index].show(typed, refusal) }
        paperLanguages.select(paperLanguage.value)
        openContacts()
        openNotes()
        if isNew {
            sale.show(typed, refusal)
            if let fault = refusal?.message(for: "sales") {
                sale.linesFault = FormField(fault: fault)
            }
        }
        card.isRemoved = typed["removeCard"] == "yes"
        card.show(typed, refusal)
        hasFocus = false
        if let refusal { summary = refusal.summary }
    }
}

extension CustomerForm {
    /// Expands addresses, numbers and tags if one of them has a text or a fault.
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

    /// Expands notes and consent if one of them has a text.
    private mutating func openNotes() {
        isOpen = [notes, consentedAt, consentNote].contains { !($0.value + $0.fault).isEmpty }
    }

    /// Shows the values in the address of a new customer's form; the name keeps the focus.
    mutating func begin(with named: FormData) {
        show(named.withNumberedLine, nil)
        for index in sale.lines.indices { sale.lines[index].hasFocus = false }
        hasFocus = true
    }

    /// Keeps the version that the user started from when a rejected form is shown again.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
    }
}

extension Shop {
    /// The options for the language of a customer's papers.
    fileprivate func paperLanguages(selected code: String) -> [SelectOption] {
        site.papers.options(selected: code, none: "As for all customers")
    }
}

extension CardForm {
    fileprivate mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        number.fault = refusal?.message(for: "number") ?? ""
        if typed.hadCardNumber {
            number.hint = "Type the number again: it is never stored"
        }
        isOpen =
            typed.hadCardNumber || !(number.fault + holder.fault + expiry.fault).isEmpty
            || isRemoved || (!hasCard && !(holder.value + expiry.value).isEmpty)
    }
}

/// The input for an address.
struct AddressField: Sendable {
    /// `Address 2`.
    var title: String
    var parts: [AddressPartField]
    /// Whether it is a blank address after others, which is collapsed.
    var isSpare = false
}

/// A part of an address in a form.
struct AddressPartField: Sendable {
    /// `addresses[0][city]`.
    var name: String
    var label: String
    var value: String
    var isLong: Bool
    var fault = ""
}

extension AddressField {
    /// A saved address.
    init(_ index: Int, _ address: PostalAddress) {
        self.init(
            title: index == 0 ? "Address" : "Address \(index + 1)",
            parts: ContactInput.parts.map { part in
                AddressPartField(
                    name: ContactInput.name(index, part.key), label: part.label,
                    value: address[keyPath: part.path] ?? "", isLong: part.key == "street")
            })
    }

    /// Shows the input and its faults.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        for index in parts.indices {
            let name = parts[index].name
            parts[index].value = typed[name] ?? parts[index].value
            parts[index].fault = refusal?.message(for: name) ?? ""
        }
    }

    /// Whether any part has a text or a fault.
    var isUsed: Bool { parts.contains { !$0.value.isEmpty || !$0.fault.isEmpty } }
}

/// The form of a new or an existing customer.
struct CustomerFormPage: TemplatePage {
    static let template = "sales/customers/form"

    var layout: LayoutPage
    /// The name of the customer; empty for a new one.
    var name = ""
    var form: CustomerForm
}

/// A conflicting edit (409): the saved values next to the input.
struct CustomerConflictPage: TemplatePage {
    static let template = "sales/customers/conflict"

    var layout: LayoutPage
    var name: String
    /// Whether the initial texts of the form are known.
    var hasBefore: Bool
    var rows: [ConflictRow]
    var recordPath: String
    /// The input, with the current version.
    var form: CustomerForm
}

extension Shop {
    func crumb(_ customer: CustomerValues) -> PathLink {
        PathLink(label: customer.name, path: links(.customer(customer.recordNumber)))
    }

    /// The layout of a page about a customer.
    func layout(_ title: String, _ customer: CustomerValues) -> LayoutPage {
        site.layout(title: title, section: .sales, crumbs: [customersCrumb, crumb(customer)])
    }
}

extension CustomerConflictPage {
    /// The page that compares the input with the changes made elsewhere.
    init(
        layout: LayoutPage, _ saved: CustomerValues, _ posted: PostedForm, _ form: CustomerForm,
        _ links: SiteLinks
    ) {
        let fields =
            [
                ("name", "Name"), ("contactno", "Phone"), ("emailid", "E-mail"),
                ("numbers", "Further numbers"), ("tags", "Tags"), ("taxNumber", "Tax number"),
                ("notes", "Notes"), ("consentedAt", "Marketing consent since"),
                ("consentNote", "What was agreed"), ("paperLanguage", "Language of papers"),
                ("holder", "Name on the card"), ("expiry", "Expiry"),
            ]
            + saved.addresses.indices.flatMap { index in
                ContactInput.parts.map {
                    (
                        ContactInput.name(index, $0.key),
                        "Address \(index + 1), \($0.label.lowercased())"
                    )
                }
            }
        self.init(
            layout: layout, name: saved.name, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(fields, saved.texts),
            recordPath: links(.customer(saved.recordNumber)), form: form)
    }
}
