public import Persistence

/// A record whose number is written with a pattern of the shop.
public protocol WrittenNumber {
    var number: Int64 { get }
    /// The written number; nil if there was no pattern.
    var numberText: String? { get }
}

extension WrittenNumber {
    /// The number for people: `R-2026-0001`, or the plain number.
    public var writtenNumber: String { numberText ?? String(number) }
}

/// A receipt, an invoice or a quote, numbered consecutively within its kind.
public protocol NumberedPaper: ManagedObject, WrittenNumber {
    /// The consecutive number.
    var number: Int64 { get set }
    var numberText: String? { get set }

    static var entity: EntityName { get }
    /// The pattern in the shop's profile.
    static var pattern: KeyPath<ShopProfile, String?> { get }
}

extension NumberedPaper {
    /// The number for the next invoice or quote, which are never deleted. `write` excludes other
    /// writers.
    static func nextNumber(in context: ManagedObjectContext) throws -> Int64 {
        try context.highestNumber(of: Self.self, \.number) + 1
    }

    /// Sets the number, and its written form.
    ///
    /// - Throws: ``SaleRefusal`` for an invalid pattern from another program; errors of the store.
    func take(_ number: Int64, on day: CalendarDay, in context: ManagedObjectContext) throws {
        self.number = number
        numberText = try NumberSeries.next(of: Self.self, number: number, on: day, in: context)
    }

    /// Whether a written number is in use.
    ///
    /// - Throws: errors of the store.
    static func isWritten(_ text: String, in context: ManagedObjectContext) throws -> Bool {
        try context.count(for: FetchRequest<Self>(.key("numberText") == text)) > 0
    }
}

extension Sale: NumberedPaper {
    public static let entity = EntityName.sale
    public static var pattern: KeyPath<ShopProfile, String?> { \.receiptPattern }
}

extension Invoice: NumberedPaper {
    public static let entity = EntityName.invoice
    public static var pattern: KeyPath<ShopProfile, String?> { \.invoicePattern }
}

extension Quote: NumberedPaper {
    public static let entity = EntityName.quote
    public static var pattern: KeyPath<ShopProfile, String?> { \.quotePattern }
}
