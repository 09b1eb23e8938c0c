import Foundation
public import Persistence

extension Customer {
    /// The greatest number of further numbers, of addresses, and of tags.
    public static let mostContacts = 20

    /// The reason, as part of a sentence, why a day of consent is invalid; nil if it is valid.
    public static func fault(ofConsent day: CalendarDay) -> String? {
        if CalendarDay.today().adding(days: 1) < day { return "\(day) is in the future" }
        return SaleDraft.days.contains(day)
            ? nil : "\(day) is too long ago; is the year mistyped?"
    }

    /// The numbers after the first, in the order of their insertion.
    public var furtherNumbers: [ContactNumber] {
        inOrder(numbers).map { ContactNumber($0.number ?? "", label: $0.label) }
    }

    /// The addresses, in the order of their insertion.
    public var postalAddresses: [PostalAddress] { inOrder(addresses).map(PostalAddress.init) }

    /// The first address; nil without any.
    public var mainAddress: PostalAddress? { postalAddresses.first }

    /// The records of the addresses, in the order of their insertion.
    var addressRecords: [CustomerAddress] { inOrder(addresses) }

    /// The names of the tags, sorted.
    public var tagNames: [String] {
        let order = FetchSortDescriptor.Comparison.localizedStandard
        return tags.compactMap(\.name).map { (name: $0, key: order.sortKey($0)) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
    }

    /// Replaces the numbers after the first.
    public func take(numbers: [ContactNumber], in context: ManagedObjectContext) {
        guard numbers != furtherNumbers else { return }
        raiseVersion()
        for former in self.numbers { context.delete(former) }
        for number in numbers {
            let added = CustomerNumber(context: context)
            added.label = number.label
            added.number = number.number
            added.customer = self
        }
    }

    /// Replaces the numbers after the first by those in the lines of a form, each with its label
    /// before a colon.
    func take(numbersIn text: String) throws(FieldFault) {
        let numbers = text.split(separator: "\n").map(ContactNumber.init(line:))
            .filter { !$0.number.isEmpty }
        try Self.checkCount(numbers)
        if let wrong = numbers.first(where: { !$0.isNumber }) {
            throw FieldFault("“\(wrong.number.prefix(40))” is not a number")
        }
        guard numbers.allSatisfy({ ($0.label ?? "").count <= 40 }) else {
            throw FieldFault("a label before a colon has 40 characters at most")
        }
        if let context = managedObjectContext { take(numbers: numbers, in: context) }
    }

    /// Replaces the tags by those in a line of a form, separated by commas or semicolons.
    ///
    /// - Throws: ``FieldFault``; errors of the store.
    func take(tagsIn text: String) throws {
        var tags: [String] = []
        for tag in tagNames(in: text.split(separator: ",").map(String.init))
        where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
            tags.append(tag)
        }
        if let long = tags.first(where: { $0.count > 40 }) {
            throw FieldFault("“\(long.prefix(40))…” has more than 40 characters")
        }
        try Self.checkCount(tags)
        if let context = managedObjectContext { try take(tags: tags, in: context) }
    }

    /// The names of tags in texts, which are separated by commas or semicolons. A text that is a tag of
    /// the customer stays whole: an earlier version allowed semicolons in names.
    func tagNames(in texts: [String]) -> [String] {
        let own = Set(tagNames.map(\.foldedForMatching))
        return texts.map(ImportRow.oneLine).flatMap {
            own.contains($0.foldedForMatching) ? [$0] : Tag.names(in: $0)
        }
    }

    private static func checkCount(_ contacts: [some Any]) throws(FieldFault) {
        guard contacts.count <= mostContacts else {
            throw FieldFault("there are \(contacts.count); at most \(mostContacts) are kept")
        }
    }

    /// Replaces the addresses.
    public func take(addresses: [PostalAddress], in context: ManagedObjectContext) {
        guard addresses != postalAddresses else { return }
        raiseVersion()
        for former in self.addresses { context.delete(former) }
        for address in addresses {
            let added = CustomerAddress(context: context)
            added.take(address)
            added.customer = self
        }
    }

    /// Replaces the tags by name. New tags are inserted, unused ones deleted.
    ///
    /// - Throws: errors of the store.
    public func take(tags names: [String], in context: ManagedObjectContext) throws {
        guard Set(names) != Set(tagNames) else { return }
        raiseVersion()
        let former = tags
        let taken = try names.map { try CustomerTag.named($0, in: context) }
        tags = Set(taken)
        for tag in former where tag.customers.isEmpty { context.delete(tag) }
    }

    /// Copies contact details that another customer lacks.
    func giveContacts(to other: Customer) {
        let known = Set(
            ([other.contactno] + other.furtherNumbers.map(\.number)).compactMap(\.self)
                .map(CustomerMatcher.digits))
        other.raiseVersion()
        for number in numbers where !known.contains(CustomerMatcher.digits(number.number ?? "")) {
            number.customer = other
        }
        let addresses = Set(other.postalAddresses.map(\.lines))
        for address in self.addresses where !addresses.contains(PostalAddress(address).lines) {
            address.customer = other
        }
        for tag in tags { other.addToTags(tag) }
    }

    /// Unsaved records come last.
    private func inOrder<Record: ManagedObject>(_ records: Set<Record>) -> [Record] {
        records.sorted {
            ($0.objectID.recordNumber ?? .max) < ($1.objectID.recordNumber ?? .max)
        }
    }
}

extension CustomerTag {
    /// The tag with a name, ignoring case and accents, inserted if there is none.
    ///
    /// - Throws: errors of the store.
    static func named(_ name: String, in context: ManagedObjectContext) throws -> CustomerTag {
        let request = try FetchRequest<CustomerTag>(format: "name ==[c] %@", name)
        if let tag = try context.fetch(request).first { return tag }
        let tag = CustomerTag(context: context)
        tag.name = name
        return tag
    }

    /// All tags, by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [CustomerTag] {
        try context.fetch(
            FetchRequest<CustomerTag>(sortBy: [SortDescriptor(\.name.localizedStandard)]))
    }
}

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
