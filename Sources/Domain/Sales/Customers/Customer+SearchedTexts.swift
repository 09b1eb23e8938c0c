import Foundation
public import Persistence

extension Customer {
    /// The digits of a number for comparison; empty without any.
    static func digits(of number: String?) -> String { number.map(CustomerMatcher.digits) ?? "" }

    /// An e-mail address normalized for comparison; empty for none.
    static func key(ofEmail emailid: String?) -> String {
        emailid.map { String(decoding: SearchFolding.folded($0), as: UTF8.self) } ?? ""
    }

    /// Stores the normalized address and numbers.
    func takeSearchedTexts() {
        let (digits, key) = (Self.digits(of: contactno), Self.key(ofEmail: emailid))
        if contactDigits != digits { contactDigits = digits }
        if emailKey != key { emailKey = key }
        // Values that were not read are unchanged.
        let isUnread = (try? hasFault(forRelationshipNamed: "numbers")) ?? false
        guard !isUnread || furtherDigits == nil else { return }
        takeFurtherDigits()
    }

    /// Stores the digits of the numbers after the first.
    func takeFurtherDigits() {
        let digits = Self.joined(
            numbers.filter { !$0.isDeleted }.map { Self.digits(of: $0.number) })
        if furtherDigits != digits { furtherDigits = digits }
    }

    /// The stored form of several numbers' digits.
    static func joined(_ digits: [String]) -> String { digits.sorted().joined(separator: " ") }

    /// The customers with the same e-mail address, or the same digits in their number, by name.
    ///
    /// - Parameter customer: a customer to exclude. Default: nil, for a new one.
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
