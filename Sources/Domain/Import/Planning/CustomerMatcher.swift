import Foundation
import Persistence

/// Finds the customers of rows, in the store and in the file.
final class CustomerMatcher {
    /// A stored customer, or a new one.
    private struct Entry {
        /// Its cells; those of a new customer have the number in the file.
        let cells: CustomerCells
        /// The record of a new customer.
        let added: CreatedRecord?

        /// The record number; nil for a new customer.
        var number: Int64? { added == nil ? cells.number : nil }
        var name: String { cells.name ?? "" }

        /// The name, with the record number in a text.
        func label(_ text: (Int64) -> String) -> String { name + (number.map(text) ?? "") }
    }

    private enum Key: Hashable {
        /// The record number of a stored customer.
        case stored(Int64)
        /// The number of a new customer in the file.
        case added(Int64)
        case emailid(String)
        case digits(String)
        case name(String)
    }

    private let context: ManagedObjectContext
    private var entries: [Entry] = []
    private var places: [Key: [Int]] = [:]
    /// The record numbers in the file of customers with a name and nothing else, in order, by folded
    /// name.
    private let namelessNumbers: [String: [Int64]]

    /// - Parameter file: the file, if it is a table of customers.
    init(_ context: ManagedObjectContext, of file: ImportFile?) throws {
        self.context = context
        var numbers: [String: Set<Int64>] = [:]
        for index in 0..<(file?.rows.count ?? 0) {
            guard let row = try file?.rows.row(at: index) else { continue }
            let cells = RowProgress(row).ownCells
            guard !cells.hasContact, let number = cells.number, let name = cells.name else {
                continue
            }
            numbers[name.foldedForMatching, default: []].insert(number)
        }
        namelessNumbers = numbers.mapValues { $0.sorted() }
        let keys = ["name", "emailid", "contactno"]
        let request = DictionaryFetchRequest(
            entityName: "Customer",
            columns: [("self", .evaluatedObject)] + keys.map { ($0, .key($0)) })
        for row in try context.fetchDictionaries(request) {
            guard let number = row["self"]?.objectID?.recordNumber else { continue }
            let texts = keys.map { row[$0]?.stringValue }
            append(
                CustomerCells(
                    number: number, name: texts[0], emailid: texts[1], contactno: texts[2]), nil)
        }
    }

    /// Adds a new customer.
    func add(_ customer: CreatedRecord, _ cells: CustomerCells) { append(cells, customer) }

    private func append(_ cells: CustomerCells, _ added: CreatedRecord?) {
        let keys: [Key?] = [
            cells.number.map { added == nil ? .stored($0) : .added($0) },
            (cells.name?.foldedForMatching).map(Key.name),
        ]
        for key in keys.compactMap(\.self) + Self.contactKeys(cells) {
            places[key, default: []].append(entries.count)
        }
        entries.append(Entry(cells: cells, added: added))
    }

    private static func contactKeys(_ cells: CustomerCells) -> [Key] {
        let keys: [Key?] = [
            cells.emailid.map { .emailid($0.lowercased()) },
            cells.digits.isEmpty ? nil : .digits(cells.digits),
        ]
        return keys.compactMap(\.self)
    }

    /// The customer of a row; nil for a new one.
    ///
    /// - Throws: ``RowFault`` if the row fits several, and errors of the store.
    func customer(_ cells: CustomerCells, column: ImportColumn) throws -> Customer? {
        // New customers with different numbers in the file are different, whatever they share.
        let contacts = placesByContact(cells).filter { place in
            let entry = entries[place]
            return entry.added == nil || cells.number == nil || entry.cells.number == nil
                || cells.number == entry.cells.number
        }
        if let number = cells.number {
            if let namesake = namesake(cells, number) { return try customer(namesake) }
            let stored = places[.stored(number)]?.last
            if let stored, fits(entries[stored], cells, contacts.contains(stored)) {
                return try customer(sameInAll(cells, contacts, otherThan: stored) ?? stored)
            }
            if let added = places[.added(number)]?.last { return try customer(added) }
            if let stored, contacts.isEmpty, column == .id {
                throw RowFault(
                    column,
                    "customer \(number) is “\(entries[stored].name)”, and nothing else in the row "
                        + "matches; clear the cell to match by e-mail and number")
            }
        }
        return try onlyOne(contacts, cells, column)
    }

    /// Other customers with the same e-mail address or the same digits.
    func others(than customer: Customer, _ cells: CustomerCells) -> [String] {
        placesByContact(cells).map { entries[$0] }.filter {
            !($0.added?.isOne(customer) ?? false) && $0.number != customer.objectID.recordNumber
        }.map { $0.label { " (customer \($0))" } }
    }

    /// The digits of a telephone number without the international prefix, 00 or +.
    static func digits(_ text: String) -> String {
        let digits = text.withPlainDigits.filter { $0.isASCII && $0.isNumber }
        return digits.count > 8 && digits.hasPrefix("00") ? String(digits.dropFirst(2)) : digits
    }

    private func fits(_ entry: Entry, _ cells: CustomerCells, _ sharesContact: Bool) -> Bool {
        if sharesContact { return true }
        guard let name = cells.name else { return !cells.hasContact }
        return name.foldedForMatching == entry.name.foldedForMatching
    }

    /// The customer with the same name, e-mail and telephone number, if the one with the record number has
    /// another name: record numbers of files from elsewhere differ.
    private func sameInAll(_ cells: CustomerCells, _ contacts: [Int], otherThan stored: Int) -> Int?
    {
        let name = cells.name?.foldedForMatching
        guard let name, name != entries[stored].name.foldedForMatching else { return nil }
        let found = contacts.filter { place in
            let own = entries[place].cells
            return own.name?.foldedForMatching == name && own.digits == cells.digits
                && (own.emailid ?? "").lowercased() == (cells.emailid ?? "").lowercased()
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The stored customer for a row with a name and nothing else. Rows with the same name get the stored
    /// customers with only that name in their order: in a shop that imported its sales, record numbers
    /// differ, but have the same order.
    private func namesake(_ cells: CustomerCells, _ number: Int64) -> Int? {
        guard !cells.hasContact, let key = cells.name?.foldedForMatching,
            let numbers = namelessNumbers[key], let place = numbers.firstIndex(of: number)
        else { return nil }
        let stored = (places[.name(key)] ?? []).filter { place in
            let entry = entries[place]
            return entry.number != nil && (entry.cells.emailid ?? "").isEmpty
                && entry.cells.digits.isEmpty
        }.sorted { (entries[$0].number ?? 0) < (entries[$1].number ?? 0) }
        return stored.count == numbers.count ? stored[place] : nil
    }

    private func onlyOne(
        _ contacts: [Int], _ cells: CustomerCells, _ column: ImportColumn
    ) throws -> Customer? {
        var found = contacts
        let name = cells.name?.foldedForMatching
        if contacts.isEmpty, !cells.hasContact, let name {
            // New customers with the same name differ by their numbers in the file.
            found = (places[.name(name)] ?? []).filter {
                cells.number == nil || entries[$0].number != nil
            }
        }
        if found.count > 1 {
            let sameName = found.filter { entries[$0].name.foldedForMatching == name }
            if sameName.count == 1 { found = sameName }
        }
        guard found.count < 2 else {
            let names = found.prefix(3).map { entries[$0].label { " (\($0))" } }
            throw RowFault(
                column, "fits several customers: \(names.joined(separator: ", ")); give the number")
        }
        return try found.first.flatMap { try customer($0) }
    }

    private func placesByContact(_ cells: CustomerCells) -> [Int] {
        var found: [Int] = []
        for key in Self.contactKeys(cells) {
            for place in places[key] ?? [] where !found.contains(place) { found.append(place) }
        }
        return found
    }

    private func customer(_ place: Int) throws -> Customer? {
        let entry = entries[place]
        if let added = entry.added { return try added.current() }
        return try entry.number.flatMap { try Customer.find($0, in: context) }
    }
}

/// The cells of a row that describe a customer.
struct CustomerCells: Hashable {
    var number: Int64?
    var name: String?
    var emailid: String?
    var contactno: String?

    var isEmpty: Bool { self == CustomerCells() }

    /// Whether it has more than a name and a number.
    var hasContact: Bool { emailid != nil || contactno != nil }

    /// The digits of the telephone number; empty for none.
    var digits: String { contactno.map(CustomerMatcher.digits) ?? "" }

    /// The name, or else another cell.
    var label: String { name ?? emailid ?? contactno ?? number.map { "Customer \($0)" } ?? "" }

    /// Whether all cells except the record number equal those of a customer.
    func fit(_ customer: Customer) -> Bool {
        let digits = CustomerMatcher.digits
        let pairs = [
            (name?.foldedForMatching, customer.name?.foldedForMatching),
            (emailid?.lowercased(), customer.emailid?.lowercased()),
            (contactno.map(digits), customer.contactno.map(digits)),
        ]
        return pairs.contains { $0.0 != nil } && pairs.allSatisfy { $0 == nil || $0 == $1 }
    }
}
