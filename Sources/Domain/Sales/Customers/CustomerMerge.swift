/// The effects on personal details when a customer is merged into another.
public struct CustomerMerge: Sendable, Hashable {
    /// A detail of a customer.
    public enum Field: Sendable, Hashable, CaseIterable {
        case name, emailid, contactno, card
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
        let names = (customer.name, other.name)
        add(.name, names.0, names.1, isSame: names.0 == names.1)
        let addresses = (customer.emailid, other.emailid)
        add(
            .emailid, addresses.0, addresses.1,
            isSame: addresses.0?.lowercased() == addresses.1?.lowercased())
        let numbers = (customer.contactno, other.contactno)
        add(
            .contactno, numbers.0, numbers.1,
            isSame: numbers.0.map(CustomerMatcher.digits) == numbers.1.map(CustomerMatcher.digits))
        let cards = (customer.creditCard?.details, other.creditCard?.details)
        add(.card, cards.0?.text, cards.1?.text, isSame: cards.0 == cards.1)
    }

    private mutating func add(_ field: Field, _ text: String?, _ other: String?, isSame: Bool) {
        guard let text, !isSame else { return }
        let value = Value(field: field, text: text)
        if other == nil { kept.append(value) } else { lost.append(value) }
    }
}

extension CardDetails {
    /// `Visa ending in 1111`.
    fileprivate var text: String { "\(brand) ending in \(lastFour)" }
}
