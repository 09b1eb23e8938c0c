import Foundation
public import Persistence

extension Customer {
    /// The digits of a number as they are compared; empty without any.
    static func digits(of number: String?) -> String { number.map(CustomerMatcher.digits) ?? "" }

    /// An e-mail address as it is compared; empty for none.
    static func key(ofEmail emailid: String?) -> String {
        emailid.map { String(decoding: SearchFolding.folded($0), as: UTF8.self) } ?? ""
    }

    /// Keeps what is compared of the address and the numbers, in the form in which it is.
    func takeSearchedTexts() {
        let (digits, key) = (Self.digits(of: contactno), Self.key(ofEmail: emailid))
        if contactDigits != digits { contactDigits = digits }
        if emailKey != key { emailKey = key }
        // What is not read was not changed.
        let isUnread = (try? hasFault(forRelationshipNamed: "numbers")) ?? false
        guard !isUnread || furtherDigits == nil else { return }
        takeFurtherDigits()
    }

    /// Keeps the digits of the numbers beside the first.
    func takeFurtherDigits() {
        let digits = Self.joined(
            numbers.filter { !$0.isDeleted }.map { Self.digits(of: $0.number) })
        if furtherDigits != digits { furtherDigits = digits }
    }

    /// The digits of several numbers as they are stored.
    static func joined(_ digits: [String]) -> String { digits.sorted().joined(separator: " ") }

    /// The customers who have the same e-mail address, or the same digits in their number, in the order of
    /// their names.
    ///
    /// - Parameter customer: the customer who may have them; nil, the default, for a new one.
    /// - Throws: errors of the store.
    public static func sharing(
        emailid: String?, contactno: String?, otherThan customer: Customer? = nil,
        in context: ManagedObjectContext
    ) throws -> [Customer] {
        let (key, digits) = (key(ofEmail: emailid), digits(of: contactno))
        let isSame =
            (key.isEmpty ? [] : [FetchExpression.key("emailKey") == key])
            + (digits.isEmpty ? [] : [FetchExpression.key("contactDigits") == digits])
        guard !isSame.isEmpty else { return [] }
        let request = FetchRequest<Customer>(
            .or(isSame), sortBy: [SortDescriptor(\.name.localizedStandard)])
        return try context.fetch(request).filter { $0 !== customer }
    }
}
