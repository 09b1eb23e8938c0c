public import Foundation

/// A currency of ISO 4217.
public struct Currency: Sendable, Hashable {
    /// The three letters: `EUR`.
    public let code: String
    /// The number of decimal places: 2, or 0 for a currency without a smaller unit.
    public let places: Int

    /// The US dollar.
    public static let dollar = Currency(code: "USD", places: 2)

    private init(code: String, places: Int) {
        self.code = code
        self.places = places
    }

    /// The currency with a code in any case; nil if it does not exist, or has three places, which
    /// amounts here do not have.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard Self.codes.contains(code) else { return nil }
        self.init(code: code, places: Self.codesWithoutPlaces.contains(code) ? 0 : 2)
    }

    /// All supported currencies, ordered by code.
    public static var all: [Currency] { codes.sorted().compactMap { Currency($0) } }

    /// The sign in the household's region: `€`, `CA$`; the code and a space if there is no
    /// well-known sign.
    public var symbol: String { format.symbol }

    /// An amount in the household's region: `€1,234.50`, `1.234,50 €`, `¥1,234`; if negative
    /// `−€1,234.50`.
    public func text(_ amount: Decimal) -> String { text(plain: Money.plainText(amount)) }

    /// An amount with cents only if it has any: `€1,234`, `€1,234.50`.
    public func shortText(_ amount: Decimal) -> String {
        let plain = Money.plainText(amount)
        return text(plain: plain.hasSuffix(".00") ? String(plain.dropLast(3)) : plain)
    }

    /// - Parameter plain: digits with a point before the decimal places, after a minus if negative.
    private func text(plain: String) -> String {
        let isNegative = plain.utf8.first == UInt8(ascii: "-")
        var digits = isNegative ? plain.dropFirst() : plain[...]
        // An amount with cents, from an earlier currency, still shows them.
        if places == 0, let mark = digits.firstIndex(of: "."),
            digits[mark...].utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
        {
            digits = digits[..<mark]
        }
        let affixes = isNegative ? format.negative : format.positive
        return affixes.prefix + Region.current.numbers.text(digits.utf8) + affixes.suffix
    }

    private var format: RegionFormats.CurrencyFormat {
        Region.current.formats.format(
            of: code, plainSymbol: plainSymbol)
    }

    /// The sign independent of the region.
    var plainSymbol: String { Self.symbols[code] ?? "\(code)\u{A0}" }

    /// Whether an amount has at most the currency's decimal places.
    public func fits(_ amount: Decimal) -> Bool {
        places > 0 || Cents.whole(amount).map { $0.isMultiple(of: unit) } ?? true
    }

    /// The message for an amount with too many decimal places.
    public var placesFault: String { "Amounts of \(code) have no decimal places." }

    /// The cents to which amounts are rounded: a hundred for a currency without a smaller unit.
    var unit: Int64 { places == 0 ? 100 : 1 }

    private static let codesWithoutPlaces: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF",
    ]

    private static let symbols = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪",
        "VND": "₫", "NGN": "₦", "UAH": "₴", "PHP": "₱", "TRY": "₺", "CAD": "CA$", "AUD": "A$",
        "NZD": "NZ$", "HKD": "HK$", "TWD": "NT$", "MXN": "MX$", "BRL": "R$", "CNY": "CN¥",
    ]

    private static let codes: Set<String> = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BIF BMD BND BOB BRL BSD BTN BWP BYN \
        BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL \
        GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ISK JMD JPY KES KGS KHR KMF KPW KRW \
        KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN \
        NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP \
        SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND \
        VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init))
}
