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

    var summary = FaultSummary()
    var fields: FormFields
    /// The addresses, followed by a blank one.
    var addresses: [AddressField]
    /// Whether addresses, numbers and tags are expanded, and notes and consent.
    var hasContacts = false
    var isOpen = false
    /// The first sale; only used for a new customer.
    var sale = SaleForm(path: "", cancelPath: "", productsPath: "")

    /// Whether the fields of the card are expanded.
    var isCardOpen = false
    /// The stored card: `Visa ending in 1111`; empty for none.
    var savedCard = ""
    /// The hint at its number, which is accepted but never shown.
    var numberHint = "Brand and last four digits are kept"
    /// Whether the card is to be deleted.
    var isCardRemoved = false
}

extension CustomerForm {
    /// - Throws: errors of the store.
    init(new shop: Shop, in context: ManagedObjectContext) throws {
        let path = shop.links(.customers)
        self.init(
            path: path, cancelPath: path, isNew: true, idempotencyKey: IdempotencyKeys.newKey(),
            fields: Self.fields([:], shop.customers), addresses: [AddressField(0, PostalAddress())],
            sale: try SaleForm(path: path, cancelPath: path, shop, in: context))
        fields.name.hasFocus = true
    }

    /// The form of an existing customer.
    init(_ customer: Customer, _ texts: [String: String], _ shop: Shop) {
        let path = shop.links(.customer(customer.savedNumber))
        self.init(
            path: path, cancelPath: path, version: String(customer.version),
            shown: PostedForm.hidden(texts), fields: Self.fields(texts, shop.customers),
            addresses: (customer.postalAddresses + [PostalAddress()]).enumerated().map {
                AddressField($0, $1)
            })
        openParts()
        guard let kept = customer.creditCard?.details else { return }
        savedCard = kept.text
        numberHint = "Empty keeps the card as it is"
    }

    /// The fields with their texts, and that of the card's number.
    private static func fields(_ texts: [String: String], _ customers: Customers) -> FormFields {
        let names = customers.fields.map(\.name) + ["holder", "expiry", "number"]
        var fields = FormFields(names.reduce(into: [:]) { $0[$1] = texts[$1] ?? "" })
        fields.offer(
            customers.site.papers.options(
                selected: fields.paperLanguage.value, none: "As for all customers"),
            for: "paperLanguage")
        return fields
    }

    /// Shows the input and its faults, without the number of a card.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        fields.show(typed, refusal)
        let typedCount = (PostalAddress.indexes(in: typed).last ?? -1) + 1
        for index in addresses.count..<max(addresses.count, typedCount) {
            addresses.append(AddressField(index, PostalAddress()))
        }
        for index in addresses.indices { addresses[index].show(typed, refusal) }
        openParts()
        if isNew {
            sale.show(typed, refusal)
            if let fault = refusal?.message(for: "sales") { sale.fields.lines.fault = fault }
        }
        isCardRemoved = typed["removeCard"] == "yes"
        if typed.hadCardNumber { numberHint = "Type the number again: it is never stored" }
        let hasFault = ["number", "holder", "expiry"].contains {
            refusal?.message(for: $0) != nil
        }
        isCardOpen =
            typed.hadCardNumber || hasFault || isCardRemoved
            || (savedCard.isEmpty && fields.areUsed("holder", "expiry"))
        fields.name.hasFocus = false
        if let refusal { summary = refusal.summary }
    }

    /// Expands the parts with a text or a fault.
    private mutating func openParts() {
        for index in addresses.indices {
            addresses[index].isSpare = index > 0 && !addresses[index].isUsed
        }
        hasContacts =
            addresses.contains(where: \.isUsed)
            || fields.areUsed("numbers", "tags", "taxNumber", "paperLanguage")
        isOpen = fields.areUsed("notes", "consentedAt", "consentNote")
    }

    /// Shows the values in the address of a new customer's form; the name keeps the focus.
    mutating func begin(with named: FormData) {
        show(named.withNumberedLine, nil)
        for index in sale.lines.indices { sale.lines[index].hasFocus = false }
        fields.name.hasFocus = true
    }

    /// Keeps the version that the user started from when a rejected form is shown again.
    mutating func keepVersion(of posted: PostedForm) {
        guard let version = posted.typed["version"] else { return }
        self.version = version
        shown = PostedForm.hidden(posted.shown)
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
    var field: FormField
    /// Whether it may have several lines.
    var isLong: Bool
}

extension AddressField {
    /// A saved address.
    init(_ index: Int, _ address: PostalAddress) {
        self.init(
            title: index == 0 ? "Address" : "Address \(index + 1)",
            parts: PostalAddress.fields.map { part in
                AddressPartField(
                    field: FormField(
                        named: PostalAddress.field(index, part.name), labeled: part.label,
                        address[keyPath: part.path] ?? ""), isLong: part.name == "street")
            })
    }

    /// Shows the input and its faults.
    mutating func show(_ typed: FormData, _ refusal: ValidationErrors?) {
        for index in parts.indices { parts[index].field.show(typed, refusal) }
    }

    /// Whether any part has a text or a fault.
    var isUsed: Bool { parts.contains(where: \.field.isUsed) }
}

/// The form of a new or an existing customer.
struct CustomerFormPage: TemplatePage {
    static let template = "sales/customers/form"

    var layout: LayoutPage
    /// The name of the customer; empty for a new one.
    var name = ""
    // The versions after a stale edit; the rows are empty otherwise.
    /// Whether the initial texts of the form are known.
    var hasBefore = false
    var rows: [ConflictRow] = []
    var recordPath = ""
    var form: CustomerForm
}

extension Shop {
    func crumb(_ customer: Customer) -> PathLink {
        PathLink(label: customer.name ?? "", path: links(.customer(customer.savedNumber)))
    }

    /// The layout of a page below that of a customer.
    func layout(_ title: String, of customer: Customer) -> LayoutPage {
        var layout = customers.layout(title)
        layout.crumbs.append(crumb(customer))
        return layout
    }
}

extension CustomerFormPage {
    /// Compares the input with the changes made elsewhere.
    mutating func compare(
        _ customer: Customer, _ state: RecordState, _ posted: PostedForm, _ customers: Customers
    ) {
        let fields =
            customers.fields.map { (name: $0.name, label: $0.label) }
            + ["holder", "expiry"].map { (name: $0, label: FormText.label(of: $0)) }
            + customer.postalAddresses.indices.flatMap { index in
                PostalAddress.fields.map {
                    (
                        name: PostalAddress.field(index, $0.name),
                        label: "Address \(index + 1), \($0.label.lowercased())"
                    )
                }
            }
        (hasBefore, recordPath) = (!posted.shown.isEmpty, form.cancelPath)
        rows = posted.comparison(fields, state.texts)
    }
}
