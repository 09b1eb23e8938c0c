import Foundation
import Persistence

/// Finds the customers of rows, in the store and in the file.
final class CustomerMatcher {
    private struct Entry {
        /// The record number; nil for a new customer.
        var number: Int64?
        var added: CreatedRecord<Customer>?
        /// The record number of a new customer in the file.
        var fileNumber: Int64?
        var name: String
        var emailid: String
        var digits: String
    }

    private let context: ManagedObjectContext
    private var entries: [Entry] = []
    private var byNumber: [Int64: Int] = [:]
    /// New customers by their record numbers in the file.
    private var addedByNumber: [Int64: Int] = [:]
    private var byEmailid: [String: [Int]] = [:]
    private var byDigits: [String: [Int]] = [:]
    private var byName: [String: [Int]] = [:]
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
            guard cells.emailid == nil, cells.contactno == nil, let number = cells.number,
                let name = cells.name
            else { continue }
            numbers[name.foldedForMatching, default: []].insert(number)
        }
        namelessNumbers = numbers.mapValues { $0.sorted() }
        var request = DictionaryFetchRequest(entityName: "Customer")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["name"])),
            ("emailid", .keyPath(["emailid"])), ("contactno", .keyPath(["contactno"])),
        ]
        for row in try context.fetchDictionaries(request) {
            guard let number = row["self"]?.objectID?.recordNumber else { continue }
            append(
                CustomerCells(
                    number: number, name: row["name"]?.stringValue,
                    emailid: row["emailid"]?.stringValue, contactno: row["contactno"]?.stringValue),
                nil)
        }
    }

    /// Adds a new customer.
    func add(_ customer: CreatedRecord<Customer>, _ cells: CustomerCells) {
        append(cells, customer)
    }

    /// The customer of a row; nil for a new one.
    ///
    /// - Throws: ``RowFault`` if the row fits several, and errors of the store.
    func customer(_ cells: CustomerCells, column: ImportColumn) throws -> Customer? {
        // New customers with different numbers in the file are different, whatever they share.
        let contacts = indexesByContact(cells).filter { index in
            guard let number = cells.number, let other = entries[index].fileNumber else {
                return true
            }
            return number == other
        }
        if let number = cells.number {
            if let namesake = namesake(cells, number) { return try customer(namesake) }
            let stored = byNumber[number]
            if let stored, fits(entries[stored], cells, contacts.contains(stored)) {
                return try customer(sameInAll(cells, contacts, otherThan: stored) ?? stored)
            }
            if let added = addedByNumber[number] { return try customer(added) }
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
        indexesByContact(cells).filter {
            !(entries[$0].added?.isOne(customer) ?? false)
                && entries[$0].number != customer.objectID.recordNumber
        }.map { index in
            entries[index].name + (entries[index].number.map { " (customer \($0))" } ?? "")
        }
    }

    /// The digits of a telephone number without the international prefix, 00 or +.
    static func digits(_ text: String) -> String {
        let digits = text.withPlainDigits.filter { $0.isASCII && $0.isNumber }
        return digits.count > 8 && digits.hasPrefix("00") ? String(digits.dropFirst(2)) : digits
    }

    private func fits(_ entry: Entry, _ cells: CustomerCells, _ sharesContact: Bool) -> Bool {
        if sharesContact { return true }
        guard let name = cells.name else { return cells.emailid == nil && cells.contactno == nil }
        return name.foldedForMatching == entry.name.foldedForMatching
    }

    /// The customer with the same name, e-mail and telephone number, if the one with the record number has
    /// another name: record numbers of files from elsewhere differ.
    private func sameInAll(_ cells: CustomerCells, _ contacts: [Int], otherThan stored: Int) -> Int?
    {
        let name = cells.name?.foldedForMatching
        guard let name, name != entries[stored].name.foldedForMatching else { return nil }
        let found = contacts.filter { index in
            let entry = entries[index]
            return entry.name.foldedForMatching == name
                && entry.emailid.lowercased() == cells.emailid?.lowercased() ?? ""
                && entry.digits == cells.contactno.map(Self.digits) ?? ""
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The stored customer for a row with a name and nothing else. Rows with the same name get the stored
    /// customers with only that name in their order: in a shop that imported its sales, record numbers
    /// differ, but have the same order.
    private func namesake(_ cells: CustomerCells, _ number: Int64) -> Int? {
        guard cells.emailid == nil, cells.contactno == nil, let name = cells.name else {
            return nil
        }
        let key = name.foldedForMatching
        guard let numbers = namelessNumbers[key], let place = numbers.firstIndex(of: number) else {
            return nil
        }
        let stored = (byName[key] ?? []).filter { index in
            let entry = entries[index]
            return entry.number != nil && entry.emailid.isEmpty && entry.digits.isEmpty
        }.sorted { (entries[$0].number ?? 0) < (entries[$1].number ?? 0) }
        return stored.count == numbers.count ? stored[place] : nil
    }

    private func onlyOne(
        _ contacts: [Int], _ cells: CustomerCells, _ column: ImportColumn
    ) throws -> Customer? {
        var found = contacts
        let name = cells.name.map(\.foldedForMatching)
        if contacts.isEmpty, cells.emailid == nil, cells.contactno == nil, let name {
            // New customers with the same name differ by their numbers in the file.
            found = (byName[name] ?? []).filter { cells.number == nil || entries[$0].number != nil }
        }
        if found.count > 1 {
            let sameName = found.filter { entries[$0].name.foldedForMatching == name }
            if sameName.count == 1 { found = sameName }
        }
        guard found.count < 2 else {
            let names = found.prefix(3).map { index in
                entries[index].name + (entries[index].number.map { " (\($0))" } ?? "")
            }
            throw RowFault(
                column, "fits several customers: \(names.joined(separator: ", ")); give the number")
        }
        return try found.first.flatMap { try customer($0) }
    }

    private func indexesByContact(_ cells: CustomerCells) -> [Int] {
        var found = cells.emailid.flatMap { byEmailid[$0.lowercased()] } ?? []
        let digits = cells.contactno.map(Self.digits) ?? ""
        for index in digits.isEmpty ? [] : byDigits[digits] ?? [] where !found.contains(index) {
            found.append(index)
        }
        return found
    }

    private func customer(_ index: Int) throws -> Customer? {
        if let added = entries[index].added { return try added.current() }
        return try entries[index].number.flatMap { try Customer.find($0, in: context) }
    }

    private func append(_ cells: CustomerCells, _ added: CreatedRecord<Customer>?) {
        let index = entries.count
        let digits = cells.contactno.map(Self.digits) ?? ""
        entries.append(
            Entry(
                number: added == nil ? cells.number : nil, added: added,
                fileNumber: added == nil ? nil : cells.number, name: cells.name ?? "",
                emailid: cells.emailid ?? "", digits: digits))
        if let number = cells.number {
            if added == nil { byNumber[number] = index } else { addedByNumber[number] = index }
        }
        if let name = cells.name { byName[name.foldedForMatching, default: []].append(index) }
        if let email = cells.emailid { byEmailid[email.lowercased(), default: []].append(index) }
        if !digits.isEmpty { byDigits[digits, default: []].append(index) }
    }
}

/// The cells of a row that describe a customer.
struct CustomerCells: Hashable {
    var number: Int64?
    var name: String?
    var emailid: String?
    var contactno: String?

    var isEmpty: Bool { self == CustomerCells() }

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
