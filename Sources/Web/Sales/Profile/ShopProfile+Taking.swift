import Domain
import Foundation
import Persistence

extension ShopProfile {
    /// The fields of the form.
    static let parameters: [RouteParameter] = [
        "name", "address", "taxNumber", "footer", "opening", "currency", "region", "paperLanguage",
        "emailid", "contactno", "countryCode", "iban", "invoiceDays", "invoiceNote", "taxRate",
        "receiptPattern", "invoicePattern", "quotePattern",
    ]

    /// Sets the posted values of the shop; missing fields stay unchanged.
    ///
    /// - Parameter languages: the languages of papers.
    /// - Throws: ``ValidationErrors``, and errors of the store.
    static func take(
        _ form: FormData, _ languages: PaperLanguages, in context: ManagedObjectContext
    ) throws {
        let profile = try make(in: context)
        var decoder = FormDecoder(form)
        profile.takeReceipt(&decoder)
        let currency = decoder.currency()
        profile.region =
            decoder.converted("region", label: "Region", limit: 40) {
                "“\($0)” is not a known region; write one as de_DE"
            } _: {
                Region($0)?.identifier
            }.updating(profile.region)
        try languages.field(\ShopProfile.paperLanguage).take(
            &decoder, to: profile, isNew: false)
        profile.takeContact(&decoder)
        let rate = decoder.id("taxRate", label: "Tax", of: "tax rate")
        profile.takePatterns(&decoder)
        var faults = FaultList(decoder.faults)
        if let currency = currency.value { try profile.take(currency, &faults, in: context) }
        try profile.take(rate, &faults, in: context)
        try faults.add(
            valuesOf: profile,
            [
                "name", "address", "taxNumber", "footer", "invoiceNote", "receiptPattern",
                "invoicePattern", "quotePattern",
            ])
        try faults.check()
    }

    private func takeReceipt(_ decoder: inout FormDecoder) {
        name = decoder.line("name", label: "Name", limit: ShopDetails.longestLine).updating(name)
        address = decoder.receiptLines("address", "Address").updating(address)
        taxNumber = decoder.line("taxNumber", label: "Tax number", limit: 40).updating(taxNumber)
        footer = decoder.receiptLines("footer", "At the end of receipts").updating(footer)
        opening =
            decoder.money("opening", label: "In the drawer in the morning").updating(opening) ?? 0
    }

    private func takeContact(_ decoder: inout FormDecoder) {
        emailid =
            decoder.converted("emailid", label: "E-mail", limit: 254) {
                "“\($0.prefix(40))” is not an e-mail address"
            } _: {
                $0.isMailAddress ? $0 : nil
            }.updating(emailid)
        let number = decoder.line(
            "contactno", label: "Phone", limit: 40, reading: ContactNumber.plain)
        if let number = number.value, !ContactNumber(number).isNumber {
            decoder.fail("contactno", "Phone", "“\(number)” is not a phone number")
        }
        contactno = number.updating(contactno)
        countryCode = decoder.country("countryCode").updating(countryCode)
        // The check digits are verified.
        iban =
            decoder.converted("iban", label: "IBAN", limit: 40) {
                "“\($0)” is not an IBAN; check its digits"
            } _: {
                let plain = $0.uppercased().filter { !$0.isWhitespace }
                return plain.isAccountNumber ? plain : nil
            }.updating(iban)
        let days = decoder.integer("invoiceDays", label: "Days to pay", in: 0...365)
        if let days = days.value { invoiceDays = Int16(days) }
        invoiceNote = decoder.text("invoiceNote", label: "On invoices", limit: 1_000)
            .updating(invoiceNote)
    }

    private func takePatterns(_ decoder: inout FormDecoder) {
        receiptPattern = decoder.line("receiptPattern", label: "Numbers of receipts")
            .updating(receiptPattern)
        invoicePattern = decoder.line("invoicePattern", label: "Numbers of invoices")
            .updating(invoicePattern)
        quotePattern = decoder.line("quotePattern", label: "Numbers of quotes")
            .updating(quotePattern)
    }

    /// Sets the currency, unless it can no longer be changed.
    private func take(
        _ chosen: Currency, _ faults: inout FaultList, in context: ManagedObjectContext
    ) throws {
        let former = currency ?? Currency.dollar.code
        if chosen.code == former {
            currency = former
        } else if let lock = try ShopProfile.currencyLock(in: context) {
            faults.fail("currency", "Currency", lock)
        } else {
            // The values get the new currency, so the question about values in dollars is answered.
            if former == Currency.dollar.code { try ValueNotice.set(.none, in: context) }
            currency = chosen.code
        }
    }

    /// Sets the default tax rate.
    private func take(
        _ posted: FieldUpdate<Int>, _ faults: inout FaultList, in context: ManagedObjectContext
    ) throws {
        guard let number = posted.value else {
            if posted == .cleared { taxRate = nil }
            return
        }
        if let rate = try TaxRate.find(Int64(number), in: context), !rate.isRetired {
            taxRate = rate
        } else {
            faults.add([.unknown("tax rate", String(number), field: "taxRate", label: "Tax")])
        }
    }
}

extension FormDecoder {
    /// Several lines that fit on a receipt.
    fileprivate mutating func receiptLines(_ field: String, _ label: String) -> FieldUpdate<String>
    {
        let text = text(field, label: label, limit: 1_100)
        let lines = (text.value ?? "").split(separator: "\n")
        if lines.count > ShopDetails.mostLines {
            fail(field, label, "a receipt has room for \(ShopDetails.mostLines) lines")
        } else if let long = lines.first(where: { $0.count > ShopDetails.longestLine }) {
            fail(
                field, label,
                "“\(long.prefix(40))…” is longer than \(ShopDetails.longestLine) characters")
        }
        return text
    }

    /// The currency of the shop.
    fileprivate mutating func currency() -> FieldUpdate<Currency> {
        converted("currency", label: "Currency", limit: 10) { text in
            let code = text.uppercased()
            return ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"].contains(code)
                ? "amounts of \(code) have three decimal places; two are kept"
                : "“\(text)” is not a currency code, such as EUR"
        } _: {
            Currency($0)
        }
    }

    /// A country by its name or its two letters.
    mutating func country(_ field: String) -> FieldUpdate<String> {
        converted(field, label: "Country", limit: 100) {
            "“\(PostalAddress.countryCode(of: $0))” is not a known country; "
                + "enter its two letters, such as DE"
        } _: {
            let code = PostalAddress.countryCode(of: $0)
            return code.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter } ? code : nil
        }
    }
}

extension String {
    /// Whether it looks like an e-mail address: one at sign with a domain after it.
    fileprivate var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
            && !contains(where: \.isWhitespace)
    }

    /// Whether it is an IBAN with valid check digits (ISO 13616): its remainder modulo 97 is 1.
    fileprivate var isAccountNumber: Bool {
        guard (15...34).contains(count), allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return false }
        var rest = 0
        for character in dropFirst(4) + prefix(4) {
            guard let value = character.hexDigitValue ?? Int(String(character), radix: 36) else {
                return false
            }
            rest = (rest * (value > 9 ? 100 : 10) + value) % 97
        }
        return prefix(2).allSatisfy(\.isLetter) && rest == 1
    }
}
