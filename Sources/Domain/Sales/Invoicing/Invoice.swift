import Foundation
public import Persistence

/// The invoice of a sale, with its own number.
///
/// Numbers have no gaps: neither an invoice nor its sale is ever deleted. The invoice of a return
/// is a refund. `issuedTexts` keeps the details of the shop and its products from the time of
/// issue.
public final class Invoice: ShopRecord {
    override class var rules: SalesRules {
        SalesRules(
            texts: ["buyerName", "buyerReference"],
            longTexts: ["buyerAddress", "buyerTaxNumber", "note"])
    }
}

extension Invoice {
    /// The day of issue.
    public var day: CalendarDay? { date.map(CalendarDay.init) }

    /// The due day.
    public var dueDay: CalendarDay? { dueDate.map(CalendarDay.init) }

    /// The details from the time of issue; nil for an older invoice, which uses the shop's current
    /// ones.
    ///
    /// - Throws: `DecodingError` for a text from another program.
    public func texts() throws -> IssuedTexts? {
        try issuedTexts.map { try IssuedTexts(parsing: $0) }
    }
}

extension Sale {
    /// Inserts the invoice of this sale or return. Address, tax number and reference of the buyer,
    /// and a note, can be set before the save.
    ///
    /// - Parameters:
    ///   - texts: the shop's details; the names of products are added.
    ///   - issueDay: the day of issue.
    /// - Throws: ``SaleRefusal`` with its faults; errors of the store.
    public func addInvoice(
        _ texts: IssuedTexts, to buyerName: String, on issueDay: CalendarDay,
        due dueDay: CalendarDay, in context: ManagedObjectContext
    ) throws -> Invoice {
        var faults = invoicingFaults
        if buyerName.isEmpty { faults.add("buyerName", "Enter who the invoice is for.") }
        if let fault = SaleDraft.fault(of: issueDay) {
            faults.add("date", fault)
        } else if let soldOn = day, issueDay < min(soldOn, CalendarDay.today()) {
            faults.add("date", "The invoice cannot be dated before its sale, \(soldOn).")
        }
        if let fault = SaleDraft.fault(of: dueDay) {
            faults.add("dueDate", fault)
        } else if dueDay < issueDay {
            faults.add("dueDate", "The due date is before the date of the invoice.")
        }
        try faults.check()
        // Determined first, because the new invoice's default number must not count.
        let number = try Invoice.nextNumber(in: context)
        let invoice = Invoice(context: context)
        try invoice.take(number, on: issueDay, in: context)
        invoice.date = issueDay.date
        invoice.dueDate = dueDay.date
        invoice.buyerName = buyerName
        var texts = texts
        // A refund uses the currency of the original invoice, even if the shop's has changed.
        if let original = try returnOf?.invoice?.texts() { texts.currency = original.currency }
        texts.lines = lines.map { IssuedTexts.Line($0) }
        invoice.issuedTexts = try texts.text
        invoice.sale = self
        return invoice
    }
}

extension Sale {
    /// The reasons why the sale gets no invoice, whatever is entered; empty if it can have one.
    public var invoicingFaults: [SaleFault] {
        var faults: [SaleFault] = []
        if let invoice {
            faults.add(
                "invoice", "Sale \(writtenNumber) has invoice \(invoice.writtenNumber) already.")
        }
        if isVoid { faults.add("invoice", "Sale \(writtenNumber) is void.") }
        return faults
    }
}

extension Invoice {
    /// The replacement for a removed buyer's name.
    public static let removedBuyer = "The person was removed"

    /// Removes the buyer; number, days and amounts stay.
    func removeBuyer() {
        buyerName = Self.removedBuyer
        buyerAddress = nil
        buyerTaxNumber = nil
        buyerReference = nil
        if note != nil { note = nil }
    }
}

/// The details of an invoice that may change later: sender, currency, language, and names of
/// products. They are kept as they were at the time of issue.
public struct IssuedTexts: Codable, Sendable, Hashable {
    /// The texts of a line.
    public struct Line: Codable, Sendable, Hashable {
        /// The product's name.
        public let name: String
        /// The unit, such as `kg`; empty for pieces.
        public let unit: String

        public init(_ line: some PricedLine) {
            name = line.product?.name ?? ""
            unit = line.product?.unit ?? ""
        }
    }

    /// The sender.
    public let sender: ShopDetails
    /// The currency's code.
    public internal(set) var currency: String
    /// The language: `de`; nil for an older invoice, in English.
    public let language: String?
    /// The region for formats, empty for none; nil for an older invoice.
    public let region: String?
    /// The texts of the lines, in order.
    public internal(set) var lines: [Line] = []

    /// - Parameters:
    ///   - sender: the sender.
    ///   - currency: the currency of the amounts.
    ///   - language: the language. Default: English.
    ///   - region: the region for formats. Default: none.
    public init(
        from sender: ShopDetails, in currency: Currency, language: String = "en",
        region: Region = .unchosen
    ) {
        self.sender = sender
        self.currency = currency.code
        self.language = language
        self.region = region.identifier
    }

    /// Decodes ``text``.
    ///
    /// - Throws: `DecodingError` for a text from another program.
    init(parsing text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// The texts as JSON with sorted keys.
    ///
    /// - Throws: `EncodingError`, which cannot occur for texts.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

/// The unit codes of UN/ECE Recommendation 20, as used by EN 16931.
public enum UnitCode {
    /// The code of a unit's name; `C62`, one, for unknown units.
    public static func of(_ unit: String) -> String {
        let unit = unit.lowercased().filter { !$0.isWhitespace && $0 != "." }
        return codes.first { $0.names.contains(unit) }?.code ?? one
    }

    static let one = "C62"

    /// Whether a unit comes only in whole pieces.
    static func isWhole(_ unit: String) -> Bool { whole.contains(of(unit)) }

    private static let whole: Set<String> = ["H87", "EA", "PR", "SET", "XBX", "XBO", "XPK", "XBG"]

    private static let codes: [(code: String, names: Set<String>)] = [
        ("H87", ["piece", "pieces", "pc", "pcs", "stück", "stk", "st", "pièce", "pieza"]),
        ("EA", ["each", "ea"]),
        ("KGM", ["kg", "kilogram", "kilograms", "kilo"]), ("GRM", ["g", "gram", "grams"]),
        ("TNE", ["t", "tonne", "tonnes"]), ("LBR", ["lb", "lbs", "pound", "pounds"]),
        ("ONZ", ["oz", "ounce", "ounces"]), ("LTR", ["l", "litre", "litres", "liter", "liters"]),
        ("MLT", ["ml", "millilitre", "milliliter"]), ("CLT", ["cl", "centilitre"]),
        ("MTR", ["m", "metre", "metres", "meter", "meters"]), ("CMT", ["cm"]), ("MMT", ["mm"]),
        ("KMT", ["km"]), ("FOT", ["ft", "foot", "feet"]), ("INH", ["in", "inch", "inches"]),
        ("MTK", ["m²", "m2", "sqm"]), ("MTQ", ["m³", "m3"]),
        ("MIN", ["min", "minute", "minutes"]), ("HUR", ["h", "hr", "hour", "hours", "std"]),
        ("DAY", ["day", "days", "tag", "tage"]), ("MON", ["month", "months"]),
        ("PR", ["pair", "pairs", "paar"]), ("SET", ["set", "sets"]),
        ("DZN", ["dozen", "dz"]), ("XBX", ["box", "boxes"]), ("XBO", ["bottle", "bottles"]),
        ("XPK", ["pack", "packs", "package", "packages"]), ("XBG", ["bag", "bags"]),
    ]
}
