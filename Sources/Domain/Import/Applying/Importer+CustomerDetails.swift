import Foundation
import Persistence

extension Importer {
    /// Sets the details of a customer besides name, e-mail and first number. Numbers, addresses and
    /// tags are added to the existing ones.
    func setDetails(of customer: Customer, row index: Int) throws {
        for (column, keyPath) in [
            (ImportColumn.taxNumber, \Customer.taxNumber), (.notes, \.notes),
            (.consentNote, \.consentNote), (.paperLanguage, \.paperLanguage),
        ] where rows[index].row.text(column) != nil {
            let (former, text) = (customer[keyPath: keyPath], rows[index].text(column))
            // Notes keep their lines, other texts become one line.
            let plain = column == .notes ? ImportRow.lines : ImportRow.oneLine
            guard plain(former ?? "") != text ?? "" else { continue }
            if column == .paperLanguage, let text, !text.isLanguageTag {
                rows[index].fail(
                    .paperLanguage, "not the code of a language; write it as de or pt-BR")
                continue
            }
            rows[index].note(column, from: former ?? "", to: text ?? "")
            customer[keyPath: keyPath] = text
        }
        setConsent(of: customer, row: index)
        addNumbers(to: customer, row: index)
        try addTags(to: customer, row: index)
        setAddress(of: customer, row: index)
        addAddresses(to: customer, row: index)
    }

    private func setConsent(of customer: Customer, row index: Int) {
        guard rows[index].row.text(.consentedAt) != nil else { return }
        let day = rows[index].date(.consentedAt)?.day
        guard !rows[index].isAtFault(.consentedAt), customer.consentDay != day else { return }
        if let fault = day.flatMap(Customer.fault(ofConsent:)) {
            return rows[index].fail(.consentedAt, fault)
        }
        rows[index].note(
            .consentedAt, from: customer.consentDay?.description ?? "", to: day?.description ?? "")
        customer.consentedAt = day?.date
    }

    /// Numbers are separated by semicolons or commas, and have an optional label before a colon:
    /// `work: 555 0199; 555 0123`.
    private func addNumbers(to customer: Customer, row index: Int) {
        guard let text = rows[index].text(.numbers) else { return }
        var known = Set(
            ([customer.contactno] + customer.furtherNumbers.map(\.number)).compactMap(\.self)
                .map(CustomerMatcher.digits))
        var added: [ContactNumber] = []
        for number in ContactNumber.numbers(inCell: text) {
            guard number.isNumber, (number.label ?? "").count <= 40 else {
                return rows[index].fail(.numbers, "“\(number.line.prefix(40))” is not a number")
            }
            if known.insert(CustomerMatcher.digits(number.number)).inserted { added.append(number) }
        }
        guard !added.isEmpty else { return }
        guard customer.numbers.count + added.count <= Customer.mostContacts else {
            return rows[index].fail(
                .numbers, "at most \(Customer.mostContacts) numbers are kept of a customer")
        }
        let former = customer.furtherNumbers
        for number in added {
            let record = CustomerNumber(context: context)
            record.label = number.label
            record.number = number.number
            record.customer = customer
            own(record, by: index)
        }
        customer.raiseVersion()
        rows[index].note(
            .numbers, from: ContactNumber.cell(former), to: ContactNumber.cell(former + added))
    }

    private func addTags(to customer: Customer, row index: Int) throws {
        guard let text = rows[index].text(.tags) else { return }
        let former = customer.tagNames
        var known = Set(former.map(\.foldedForMatching))
        let added = text.split(whereSeparator: { ",;".contains($0) })
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && known.insert($0.foldedForMatching).inserted }
        guard !added.isEmpty else { return }
        if let long = added.first(where: { $0.count > 40 }) {
            return rows[index].fail(.tags, "“\(long.prefix(40))…” has more than 40 characters")
        }
        guard former.count + added.count <= Customer.mostContacts else {
            return rows[index].fail(
                .tags, "at most \(Customer.mostContacts) tags are kept of a customer")
        }
        try customer.take(tags: former + added, in: context)
        for tag in customer.tags where tag.isInserted { own(tag, by: index) }
        rows[index].note(
            .tags, from: former.joined(separator: ", "),
            to: customer.tagNames.joined(separator: ", "))
    }

    /// Changes the first address, or adds one to a customer without addresses.
    private func setAddress(of customer: Customer, row index: Int) {
        let parts = Array(zip(Self.addressColumns, PostalAddress.parts.dropFirst()))
        let former = customer.mainAddress ?? PostalAddress()
        var address = former
        for (column, keyPath) in parts {
            guard let cell = rows[index].row.text(column),
                ImportRow.oneLine(former[keyPath: keyPath] ?? "") != cell
            else { continue }
            address[keyPath: keyPath] = rows[index].text(column)
        }
        address.countryCode = address.countryCode.map(PostalAddress.countryCode)
        if address.countryCode != former.countryCode, !address.hasCountryCode {
            return rows[index].fail(.countryCode, PostalAddress.countryFault)
        }
        guard address != former else { return }
        for (column, keyPath) in parts where address[keyPath: keyPath] != former[keyPath: keyPath] {
            rows[index].note(
                column, from: former[keyPath: keyPath] ?? "", to: address[keyPath: keyPath] ?? "")
        }
        let record = customer.mainAddressRecord ?? CustomerAddress(context: context)
        own(record, by: index)
        record.take(address)
        record.customer = customer
        customer.raiseVersion()
    }

    /// The columns of the first address, in the order of its parts.
    private static let addressColumns: [ImportColumn] = [
        .street, .postalCode, .city, .region, .countryCode,
    ]

    /// Adds the unknown addresses in the cell for all of them. The columns for the parts of the
    /// first address override the cell.
    private func addAddresses(to customer: Customer, row index: Int) {
        guard let text = rows[index].text(.addresses) else { return }
        guard var given = PostalAddress.addresses(inCell: text) else {
            return rows[index].fail(
                .addresses,
                "an address has six parts with | between them: what it is, street, postal code, city, "
                    + "region, country")
        }
        guard given.allSatisfy(\.hasCountryCode) else {
            return rows[index].fail(.addresses, PostalAddress.countryFault)
        }
        let records = customer.addressRecords
        let former = records.map(PostalAddress.init)
        var addresses = former
        var open = Array(addresses.indices)
        let isInParts = Self.addressColumns.contains { rows[index].row.text($0) != nil }
        if isInParts, let main = addresses.first, let first = given.first {
            given.removeFirst()
            open.removeFirst()
            addresses[0] = merged(first, with: main, row: index)
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
        guard addresses.count <= Customer.mostContacts else {
            return rows[index].fail(
                .addresses, "at most \(Customer.mostContacts) addresses are kept of a customer")
        }
        for (place, address) in addresses.enumerated()
        where !former.indices.contains(place) || former[place] != address {
            let record =
                records.indices.contains(place) ? records[place] : CustomerAddress(context: context)
            own(record, by: index)
            record.take(address)
            record.customer = customer
        }
        customer.raiseVersion()
        rows[index].note(
            .addresses, from: PostalAddress.cell(former), to: PostalAddress.cell(addresses))
    }

    /// The first address: the parts in their columns, completed by the cell.
    private func merged(
        _ address: PostalAddress, with main: PostalAddress, row index: Int
    ) -> PostalAddress {
        var merged = address
        for (column, part) in zip(Self.addressColumns, PostalAddress.parts.dropFirst()) {
            let (text, ownText) = (main[keyPath: part], address[keyPath: part])
            // A part is one line in its column, but keeps its lines in the cell.
            if rows[index].row.text(column) != nil,
                ImportRow.oneLine(text ?? "") != ImportRow.oneLine(ownText ?? "")
            {
                merged[keyPath: part] = text
            }
        }
        return merged
    }
}

extension PostalAddress {
    fileprivate static let countryFault =
        "not a known country; enter its two letters, such as DE"

    /// Whether the country can be a country code.
    fileprivate var hasCountryCode: Bool {
        countryCode.map { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? true
    }
}
