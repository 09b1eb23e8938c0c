public import Persistence

/// What has a number that is written by a pattern of the shop.
public protocol WrittenNumber {
    var number: Int64 { get }
    /// The number as it is written; nil where there was no pattern, and the number stands for itself.
    var numberText: String? { get }
}

extension WrittenNumber {
    /// The number as it stands on paper: `R-2026-0001`, or the number itself.
    public var writtenNumber: String { numberText ?? String(number) }
}

/// A receipt, an invoice or a quote: its number counts all of its kind.
public protocol NumberedPaper: ManagedObject, WrittenNumber {
    /// 1 more than that of the one before.
    var number: Int64 { get set }
    var numberText: String? { get set }

    static var entity: EntityName { get }
    /// The pattern in the record of the shop.
    static var pattern: KeyPath<ShopProfile, String?> { get }
}

extension NumberedPaper {
    /// Gives a new one its number, and what the shop writes for it.
    ///
    /// - Throws: ``SaleRefusal`` for a pattern that another program wrote and that is none; errors of the store.
    func take(_ number: Int64, on day: CalendarDay, in context: ManagedObjectContext) throws {
        self.number = number
        numberText = try NumberSeries.next(of: Self.self, number: number, on: day, in: context)
    }

    /// Whether a number is written on one of them.
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
