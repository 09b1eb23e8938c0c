import Foundation
public import Persistence

/// The data by which a text about sales may name a customer: name, email address, phone number.
struct PersonalData {
    private let fullName: String
    private let words: Set<String>
    private let emailid: String
    private let digits: String

    init(_ customer: Customer) {
        fullName = Self.words(customer.name ?? "").joined(separator: " ")
        words = Set(Self.words(customer.name ?? "").filter { $0.count > 2 })
        emailid = customer.emailid?.lowercased() ?? ""
        digits = CustomerMatcher.digits(customer.contactno ?? "")
    }

    /// Whether a text names the person.
    ///
    /// - Parameter isOwn: whether it is about their own sale, where one word of the name is enough.
    func isIn(_ text: String, isOwn: Bool) -> Bool {
        let found = Self.words(text)
        if isOwn, !words.isDisjoint(with: found) { return true }
        if !fullName.isEmpty, " \(found.joined(separator: " ")) ".contains(" \(fullName) ") {
            return true
        }
        if !emailid.isEmpty, text.lowercased().contains(emailid) { return true }
        return digits.count > 5 && CustomerMatcher.digits(text).contains(digits)
    }

    private static func words(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber }.map {
            SearchFolding.patternText(of: String($0))
        }
    }
}

extension Customer {
    /// The sales, of any customer, whose notes or reasons for being void name this person.
    ///
    /// - Throws: errors of the store.
    public func salesNamingThem(in context: ManagedObjectContext) throws -> [Sale] {
        let personalData = PersonalData(self)
        let request = FetchRequest<Sale>(#Predicate { $0.voidReason != nil || $0.note != nil })
        return try context.fetch(request).filter { sale in
            [sale.voidReason, sale.note].contains {
                personalData.isIn($0 ?? "", isOwn: sale.customer === self)
            }
        }
    }

    /// The payments whose reasons for being void name this person.
    ///
    /// - Throws: errors of the store.
    public func paymentsNamingThem(in context: ManagedObjectContext) throws -> [Payment] {
        let personalData = PersonalData(self)
        let request = FetchRequest<Payment>(
            #Predicate { $0.voidReason != nil }, prefetching: [\.sale])
        return try context.fetch(request).filter {
            personalData.isIn($0.voidReason ?? "", isOwn: $0.sale?.customer === self)
        }
    }
}
