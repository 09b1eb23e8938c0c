import Foundation
public import Persistence

/// A customer of the shop.
public final class Customer: ShopRecord, DescribedRecord {
    public static let description = RecordDescription(
        .customer, "customer", "customers",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "contactno", "Phone", .line(limit: 40), reading: { ContactNumber.plain($0) }),
            FieldDescription("emailid", "E-mail", .line(limit: 254)),
            FieldDescription(
                "numbers", "Further numbers", .text(limit: 2_000), reading: \.withoutUnseen,
                spelling: FieldSpelling(
                    of: Customer.self, keepsLines: true,
                    text: { customer, _ in
                        customer.furtherNumbers.map(\.line).joined(separator: "\n")
                    }, set: { customer, text, _ in try customer.take(numbersIn: text) })),
            FieldDescription(
                "tags", "Tags", .line(limit: 1_000),
                spelling: FieldSpelling(
                    of: Customer.self,
                    text: { customer, _ in customer.tagNames.joined(separator: ", ") },
                    set: { customer, text, _ in try customer.take(tagsIn: text) })),
            FieldDescription("taxNumber", "Tax number", .line(limit: 40)),
            FieldDescription("notes", "Notes", .text(limit: longestNotes)),
            FieldDescription("consentedAt", "Marketing consent since", .day),
            FieldDescription("consentNote", "What was agreed", .line(limit: longestConsentNote)),
        ])

    override class var rules: SalesRules {
        SalesRules(
            texts: ["name", "emailid", "contactno"], longTexts: ["notes", "consentNote"])
    }

    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        if key == "contactno", case .string(let text) = value, Self.isInternationalNumber(text) {
            return
        }
        try super.validate(value, forKey: key)
    }

    override public func willSave() {
        if !isDeleted { takeSearchedTexts() }
    }

    /// Keeps their quotes, without their name.
    override public func prepareForDeletion() {
        for quote in quotes { quote.removeBuyer() }
    }

    /// Whether a text is an international phone number: a plus and up to 15 digits. The last digit
    /// of some is a valid check digit of a card by chance.
    public static func isInternationalNumber(_ text: String) -> Bool {
        let text = ContactNumber.plain(text)
        return text.hasPrefix("+") && text.count(where: \.isNumber) <= 15
    }
}

extension Customer {
    /// The greatest number of characters of the notes.
    public static let longestNotes = 10_000

    /// The greatest number of characters of a consent note.
    public static let longestConsentNote = 500

    /// Inserts a customer, who cannot be saved without a sale.
    ///
    /// - Throws: ``SaleRefusal`` with the faults of the first sale.
    public static func add(
        named name: String?, emailid: String? = nil, contactno: String? = nil,
        firstSale: SaleDraft? = nil, in context: ManagedObjectContext
    ) throws -> Customer {
        let customer = Customer(context: context)
        customer.name = name
        customer.emailid = emailid
        customer.contactno = contactno
        if let firstSale { _ = try Sale.add(firstSale, to: customer, in: context) }
        return customer
    }

    /// The day of their consent to be contacted; nil without one.
    public var consentDay: CalendarDay? { consentedAt.map(CalendarDay.init) }

    /// Sets the card's details; nil removes the card.
    public func take(_ card: CardDetails?, in context: ManagedObjectContext) {
        guard let card else {
            if let creditCard { context.delete(creditCard) }
            return
        }
        let kept = creditCard ?? CreditCard(context: context)
        kept.brand = card.brand
        kept.lastFour = card.lastFour
        kept.holder = card.holder
        kept.expiry = card.expiry
        kept.customer = self
    }

    /// Sets the card's details; nil removes the card.
    ///
    /// Unlike ``take(_:in:)``, it replaces the record, so that concurrent edits of the former
    /// details conflict.
    public func replaceCard(with card: CardDetails?, in context: ManagedObjectContext) {
        guard card != creditCard?.details else { return }
        if let former = creditCard {
            creditCard = nil
            context.delete(former)
        }
        if let card { take(card, in: context) }
    }

    /// Adds a sale to this customer.
    ///
    /// - Throws: ``SaleRefusal`` with the faults of the lines; errors of the store.
    public func addSale(_ draft: SaleDraft, in context: ManagedObjectContext) throws -> Sale {
        try Sale.add(draft, to: self, in: context)
    }

    /// Moves all sales of this customer to another one, copies contact details and card that the
    /// other lacks, and deletes this one. ``CustomerMerge`` lists the losses.
    public func merge(into other: Customer, in context: ManagedObjectContext) {
        for sale in sales { sale.customer = other }
        for quote in quotes { quote.customer = other }
        for parked in parkedSales { parked.customer = other }
        if other.emailid == nil { other.emailid = emailid }
        if other.contactno == nil { other.contactno = contactno }
        if other.creditCard == nil, let creditCard { creditCard.customer = other }
        giveContacts(to: other)
        if other.taxNumber == nil { other.taxNumber = taxNumber }
        if other.paperLanguage == nil { other.paperLanguage = paperLanguage }
        // Both notes are kept as far as they fit.
        if notes != nil {
            let both = [other.notes, notes].compactMap(\.self).joined(separator: "\n")
            other.notes = String(both.prefix(Customer.longestNotes))
        }
        // Day and note belong together.
        if other.consentedAt == nil, let consentedAt {
            other.consentedAt = consentedAt
            other.consentNote = consentNote
        }
        context.delete(self)
    }

    /// The replacement for a reason that names a removed person.
    private static let removedReason = "The reason named a person who was removed"

    /// Removes the person and keeps their sales without a customer. Notes and reasons of void sales
    /// and payments that name the person are replaced.
    ///
    /// ``Household/erasePersonalData()``, after the save, erases the deleted data from the files.
    /// - Throws: errors of the store.
    public func anonymize(in context: ManagedObjectContext) throws {
        for sale in try salesNamingThem(in: context) {
            if sale.voidReason != nil {
                sale.voidReason = Self.removedReason
            }
            if sale.note != nil { sale.note = "The note named a person who was removed" }
        }
        for payment in try paymentsNamingThem(in: context) {
            payment.voidReason = Self.removedReason
        }
        for sale in sales {
            // References may contain account numbers.
            for payment in sale.payments { payment.reference = nil }
            sale.invoice?.removeBuyer()
            sale.customer = nil
        }
        context.delete(self)
    }

    /// The records that are deleted with this customer.
    ///
    /// - Throws: errors of the store.
    public func deletionCounts(in context: ManagedObjectContext) throws -> CustomerDeletion {
        let lines = FetchRequest<SaleLine>(.key("sale.customer") == objectID)
        return CustomerDeletion(
            saleCount: sales.count, lineCount: try context.count(for: lines),
            hasCard: creditCard != nil,
            itemNames: try soldItems(in: context).map { $0.itemName ?? "" }.sorted(),
            invoiceCount: try invoiceCount(in: context), closedDay: try closedDay(in: context))
    }

    /// The latest closed day with a sale to this customer or a payment.
    private func closedDay(in context: ManagedObjectContext) throws -> CalendarDay? {
        let closed = try ClosedDay.all(in: context)
        guard !closed.isEmpty else { return nil }
        let days = sales.flatMap { sale in [sale.day] + sale.payments.map(\.day) }
        return Set(days.compactMap(\.self)).intersection(closed).max()
    }

    private func invoiceCount(in context: ManagedObjectContext) throws -> Int {
        try context.count(for: FetchRequest<Invoice>(.key("sale.customer") == objectID))
    }

    /// The items that were sold to this customer and not returned.
    private func soldItems(in context: ManagedObjectContext) throws -> [Item] {
        let request = FetchRequest<SaleLine>(
            .key("sale.customer") == objectID && .key("itemKey") != nil)
        let keys = Set(try context.fetch(request).compactMap(\.itemKey))
        return try keys.compactMap { key in
            guard let item = try Item.find(key, in: context),
                try item.sale(in: context)?.customer === self
            else { return nil }
            return item
        }
    }
}

/// A tag of customers.
public final class CustomerTag: ManagedObject {}

/// The effects of deleting a customer.
public struct CustomerDeletion: Sendable, Hashable {
    /// The number of sales, including returns and void ones.
    public let saleCount: Int
    /// The number of their lines.
    public let lineCount: Int
    /// Whether a card is deleted.
    public let hasCard: Bool
    /// The names of the items that become the household's again.
    public let itemNames: [String]
    /// The number of sales with invoices, which cannot be deleted.
    public let invoiceCount: Int
    /// The latest closed day with one of the sales or payments; nil without any.
    public let closedDay: CalendarDay?
}

/// The effects on personal details when a customer is merged into another.
public struct CustomerMerge: Sendable, Hashable {
    /// A detail of a customer, by its noun.
    public enum Field: String, Sendable, Hashable {
        case name
        case emailid = "e-mail"
        case contactno = "number"
        case card
        case taxNumber = "tax number"
    }

    /// A detail of the deleted customer.
    public struct Value: Sendable, Hashable {
        public let field: Field
        /// The text for users: `Visa ending in 1111`.
        public let text: String
    }

    /// The details that the other customer gets.
    public private(set) var kept: [Value] = []
    /// The details that are lost, because the other customer has another value.
    public private(set) var lost: [Value] = []

    /// - Parameters:
    ///   - customer: the deleted customer.
    ///   - other: the remaining customer.
    public init(_ customer: Customer, into other: Customer) {
        add(.name, customer.name, other.name)
        add(.emailid, customer.emailid, other.emailid) { $0.lowercased() }
        add(.contactno, customer.contactno, other.contactno, by: CustomerMatcher.digits)
        if let card = customer.creditCard?.details, card != other.creditCard?.details {
            add(.card, card.text, isKept: other.creditCard == nil)
        }
        add(.taxNumber, customer.taxNumber, other.taxNumber)
    }

    private mutating func add(
        _ field: Field, _ text: String?, _ other: String?, by key: (String) -> String = { $0 }
    ) {
        guard let text, other.map(key) != key(text) else { return }
        add(field, text, isKept: other == nil)
    }

    private mutating func add(_ field: Field, _ text: String, isKept: Bool) {
        let value = Value(field: field, text: text)
        if isKept { kept.append(value) } else { lost.append(value) }
    }
}

extension CardDetails {
    /// `Visa ending in 1111`.
    fileprivate var text: String { "\(brand) ending in \(lastFour)" }
}
