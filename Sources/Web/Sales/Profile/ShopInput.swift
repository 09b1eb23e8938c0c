import Domain
import Foundation
import Persistence

/// The posted profile of the shop; missing fields stay unchanged.
struct ShopInput: Sendable {
    /// The texts of ``ShopPage/texts``, by their names.
    private let texts: [String: FieldUpdate<String>]
    private let opening: FieldUpdate<Decimal>
    private let currency: FieldUpdate<Currency>
    private let region: FieldUpdate<Region>
    private let invoiceDays: FieldUpdate<Int>
    private let taxRate: FieldUpdate<Int>
    private let faults: [FieldError]

    /// The fields of the form.
    static let parameters: [RouteParameter] = [
        "name", "address", "taxNumber", "footer", "opening", "currency", "region", "paperLanguage",
        "emailid", "contactno", "countryCode", "iban", "invoiceDays", "invoiceNote", "taxRate",
        "receiptPattern", "invoicePattern", "quotePattern",
    ]

    /// - Parameter languages: the languages of papers.
    init(_ form: FormData, _ languages: PaperLanguages) {
        var decoder = FormDecoder(form)
        var texts = [
            "name": decoder.line("name", label: "Name", limit: ShopDetails.longestLine),
            "address": Self.lines("address", "Address", &decoder),
            "taxNumber": decoder.line("taxNumber", label: "Tax number", limit: 40),
            "footer": Self.lines("footer", "At the end of receipts", &decoder),
        ]
        opening = decoder.money("opening", label: "In the drawer in the morning")
        currency = decoder.currency()
        region = decoder.converted("region", label: "Region", limit: 40) {
            "“\($0)” is not a known region; write one as de_DE"
        } _: {
            Region($0)
        }
        texts["paperLanguage"] = decoder.paperLanguage(among: languages)
        texts["emailid"] = decoder.converted("emailid", label: "E-mail", limit: 254) {
            "“\($0.prefix(40))” is not an e-mail address"
        } _: {
            $0.isMailAddress ? $0 : nil
        }
        let contactno = decoder.line(
            "contactno", label: "Phone", limit: 40, reading: ContactNumber.plain)
        if let number = contactno.value, !ContactNumber(number).isNumber {
            decoder.fail("contactno", "Phone", "“\(number)” is not a phone number")
        }
        texts["contactno"] = contactno
        texts["countryCode"] = decoder.country("countryCode")
        // The check digits are verified.
        texts["iban"] = decoder.converted("iban", label: "IBAN", limit: 40) {
            "“\($0)” is not an IBAN; check its digits"
        } _: {
            let plain = $0.uppercased().filter { !$0.isWhitespace }
            return plain.isAccountNumber ? plain : nil
        }
        invoiceDays = decoder.integer("invoiceDays", label: "Days to pay", in: 0...365)
        texts["invoiceNote"] = decoder.text("invoiceNote", label: "On invoices", limit: 1_000)
        taxRate = decoder.id("taxRate", label: "Tax", of: "tax rate")
        texts["receiptPattern"] = decoder.line("receiptPattern", label: "Numbers of receipts")
        texts["invoicePattern"] = decoder.line("invoicePattern", label: "Numbers of invoices")
        texts["quotePattern"] = decoder.line("quotePattern", label: "Numbers of quotes")
        self.texts = texts
        faults = decoder.faults
    }

    /// Updates the record of the shop.
    ///
    /// - Throws: ``ValidationErrors``, and errors of the store.
    func apply(in context: ManagedObjectContext) throws {
        var list = FaultList(faults)
        let profile = try ShopProfile.make(in: context)
        for (name, _, attribute) in ShopPage.texts {
            guard let text = texts[name] else { continue }
            profile[keyPath: attribute] = text.updating(profile[keyPath: attribute])
        }
        profile.opening = opening.updating(profile.opening) ?? 0
        profile.region = region.map(\.identifier).updating(profile.region)
        if let days = invoiceDays.value { profile.invoiceDays = Int16(days) }
        if let currency = currency.value {
            let former = profile.currency ?? Currency.dollar.code
            if currency.code == former {
                profile.currency = former
            } else if let lock = try ShopProfile.currencyLock(in: context) {
                list.fail("currency", "Currency", lock)
            } else {
                // The values get the new currency, so the question about values in dollars is
                // answered.
                if former == Currency.dollar.code { try ValueNotice.set(.none, in: context) }
                profile.currency = currency.code
            }
        }
        switch taxRate {
        case .absent: break
        case .cleared: profile.taxRate = nil
        case .value(let number):
            let rate = try TaxRate.find(Int64(number), in: context)
            if let rate, !rate.isRetired {
                profile.taxRate = rate
            } else {
                list.add([
                    .unknown("tax rate", String(number), field: "taxRate", label: "Tax")
                ])
            }
        }
        try list.add(
            valuesOf: profile,
            [
                "name", "address", "taxNumber", "footer", "invoiceNote", "receiptPattern",
                "invoicePattern", "quotePattern",
            ])
        try list.check()
    }

    /// Several lines that fit on a receipt.
    private static func lines(
        _ field: String, _ label: String, _ decoder: inout FormDecoder
    ) -> FieldUpdate<String> {
        let text = decoder.text(field, label: label, limit: 1_100)
        let lines = (text.value ?? "").split(separator: "\n")
        if lines.count > ShopDetails.mostLines {
            decoder.fail(field, label, "a receipt has room for \(ShopDetails.mostLines) lines")
        } else if let long = lines.first(where: { $0.count > ShopDetails.longestLine }) {
            decoder.fail(
                field, label,
                "“\(long.prefix(40))…” is longer than \(ShopDetails.longestLine) characters")
        }
        return text
    }
}

extension FormDecoder {
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
