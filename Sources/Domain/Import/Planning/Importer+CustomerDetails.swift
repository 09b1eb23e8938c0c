import Foundation
import Persistence

extension Importer {
    /// Sets the details of a customer besides name, e-mail and first number. Numbers, addresses and
    /// tags are added to the existing ones.
    func setDetails(of customer: Customer) throws {
        set(\.taxNumber, of: customer, .taxNumber, as: .line)
        set(\.notes, of: customer, .notes, as: .lines)
        set(\.consentNote, of: customer, .consentNote, as: .line)
        set(\.paperLanguage, of: customer, .paperLanguage, as: .line) {
            $0.isLanguageTag ? nil : "not the code of a language; write it as de or pt-BR"
        }
        set(\.consentedAt, of: customer, .consentedAt, as: .day) {
            Customer.fault(ofConsent: CalendarDay($0))
        }
        addNumbers(to: customer)
        try addTags(to: customer)
        setAddress(of: customer)
        addAddresses(to: customer)
    }

    /// Numbers are separated by semicolons or commas, and have an optional label before a colon:
    /// `work: 555 0199; 555 0123`.
    private func addNumbers(to customer: Customer) {
        guard let text = row.text(.numbers) else { return }
        var known = Set(
            ([customer.contactno] + customer.furtherNumbers.map(\.number)).compactMap(\.self).map(
                CustomerMatcher.digits))
        var added: [ContactNumber] = []
        for number in ContactNumber.numbers(inCell: text) {
            guard number.isNumber, (number.label ?? "").count <= 40 else {
                return row.fail(.numbers, "“\(number.line.prefix(40))” is not a number")
            }
            if known.insert(CustomerMatcher.digits(number.number)).inserted { added.append(number) }
        }
        guard !added.isEmpty else { return }
        guard mayHave(customer.numbers.count + added.count, .numbers) else { return }
        let former = customer.furtherNumbers
        for number in added {
            let record = CustomerNumber(context: context)
            record.label = number.label
            record.number = number.number
            record.customer = customer
            own(record)
        }
        customer.raiseVersion()
        row.note(.numbers, from: ContactNumber.cell(former), to: ContactNumber.cell(former + added))
    }

    private func addTags(to customer: Customer) throws {
        guard let text = row.text(.tags) else { return }
        let former = customer.tagNames
        var known = Set(former.map(\.foldedForMatching))
        let names = text.split(separator: ",").map(String.init)
        let added = customer.tagNames(in: names).filter {
            known.insert($0.foldedForMatching).inserted
        }
        guard !added.isEmpty else { return }
        if let long = added.first(where: { $0.count > 40 }) {
            return row.fail(.tags, "“\(long.prefix(40))…” has more than 40 characters")
        }
        guard mayHave(former.count + added.count, .tags) else { return }
        try customer.take(tags: former + added, in: context)
        for tag in customer.tags where tag.isInserted { own(tag) }
        row.note(
            .tags, from: former.joined(separator: ", "),
            to: customer.tagNames.joined(separator: ", "))
    }

    /// Whether a customer may have as many values in a column.
    private func mayHave(_ count: Int, _ column: ImportColumn) -> Bool {
        let most = Customer.mostContacts
        if count > most {
            row.fail(column, "at most \(most) \(column.rawValue) are kept of a customer")
        }
        return count <= most
    }

    /// Changes the first address, or adds one to a customer without addresses.
    private func setAddress(of customer: Customer) {
        let parts = Array(zip(Self.addressColumns, PostalAddress.parts.dropFirst()))
        let former = customer.mainAddress ?? PostalAddress()
        var address = former
        for (column, keyPath) in parts {
            guard let cell = row.row.text(column),
                ImportRow.oneLine(former[keyPath: keyPath] ?? "") != cell
            else { continue }
            address[keyPath: keyPath] = row.text(column)
        }
        address.countryCode = address.countryCode.map(PostalAddress.countryCode)
        if address.countryCode != former.countryCode, !address.hasCountryCode {
            return row.fail(.countryCode, PostalAddress.countryFault)
        }
        guard address != former else { return }
        for (column, keyPath) in parts where address[keyPath: keyPath] != former[keyPath: keyPath] {
            row.note(
                column, from: former[keyPath: keyPath] ?? "", to: address[keyPath: keyPath] ?? "")
        }
        set([address] + customer.postalAddresses.dropFirst(), of: customer)
    }

    /// Changes and adds addresses, each in the record at its place.
    private func set(_ addresses: [PostalAddress], of customer: Customer) {
        let records = customer.addressRecords
        for (place, address) in addresses.enumerated() {
            let known = records.indices.contains(place) ? records[place] : nil
            guard known.map(PostalAddress.init) != address else { continue }
            let record = known ?? CustomerAddress(context: context)
            own(record)
            record.take(address)
            record.customer = customer
        }
        customer.raiseVersion()
    }

    /// The columns of the first address, in the order of its parts.
    private static let addressColumns: [ImportColumn] = [
        .street, .postalCode, .city, .region, .countryCode,
    ]

    /// Adds the unknown addresses in the cell for all of them. The columns for the parts of the
    /// first address override the cell.
    private func addAddresses(to customer: Customer) {
        guard let text = row.text(.addresses) else { return }
        guard var given = PostalAddress.addresses(inCell: text) else {
            return row.fail(
                .addresses,
                "an address has six parts with | between them: what it is, street, postal code, city, "
                    + "region, country")
        }
        guard given.allSatisfy(\.hasCountryCode) else {
            return row.fail(.addresses, PostalAddress.countryFault)
        }
        let former = customer.postalAddresses
        var addresses = former
        var open = Array(addresses.indices)
        let isInParts = Self.addressColumns.contains { row.has($0) }
        if isInParts, let main = addresses.first, let first = given.first {
            given.removeFirst()
            open.removeFirst()
            addresses[0] = merged(first, with: main)
        }
        for address in given where !address.isEmpty {
            let place =
                open.firstIndex { addresses[$0] == address }
                ?? open.firstIndex { addresses[$0].key == address.key }
            if let place {
                addresses[open.remove(at: place)] = address
            } else {
                addresses.append(address)
            }
        }
        guard addresses != former else { return }
        guard mayHave(addresses.count, .addresses) else { return }
        set(addresses, of: customer)
        row.note(.addresses, from: PostalAddress.cell(former), to: PostalAddress.cell(addresses))
    }

    /// The first address: the parts in their columns, completed by the cell.
    private func merged(_ address: PostalAddress, with main: PostalAddress) -> PostalAddress {
        var merged = address
        for (column, part) in zip(Self.addressColumns, PostalAddress.parts.dropFirst()) {
            let (text, ownText) = (main[keyPath: part], address[keyPath: part])
            // A part is one line in its column, but keeps its lines in the cell.
            if row.has(column), ImportRow.oneLine(text ?? "") != ImportRow.oneLine(ownText ?? "") {
                merged[keyPath: part] = text
            }
        }
        return merged
    }
}

extension PostalAddress {
    fileprivate static let countryFault = "not a known country; enter its two letters, such as DE"

    /// Whether the country can be a country code.
    fileprivate var hasCountryCode: Bool {
        countryCode.map { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? true
    }
}
