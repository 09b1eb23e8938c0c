import Foundation
public import Persistence

/// The greatest count of a series, such as `R-2026-{}`. It stays when documents are deleted, so
/// that no number is reused.
public final class NumberSeries: ManagedObject {}

extension NumberSeries {
    /// The written number of the next document of a kind; nil without a pattern. `write` excludes
    /// other writers.
    ///
    /// - Parameters:
    ///   - number: the document's number, which is the count if the pattern has no year.
    ///   - day: the document's day.
    /// - Throws: ``SaleRefusal`` for an invalid pattern from another program; errors of the store.
    static func next<Paper: NumberedPaper>(
        of paper: Paper.Type, number: Int64, on day: CalendarDay, in context: ManagedObjectContext
    ) throws -> String? {
        guard let pattern = try pattern(of: paper, in: context) else { return nil }
        let series = pattern.series(on: day)
        let known = try context.fetch(
            FetchRequest<NumberSeries>(.key("name") == name(of: series, paper))
        ).first
        var count = try (known?.last ?? greatest(of: paper, in: series, context)) + 1
        if !pattern.hasYear { count = max(count, number) }
        while try paper.isWritten(series.text(of: count), in: context) { count += 1 }
        let kept = known ?? NumberSeries(context: context)
        if known == nil { kept.name = name(of: series, paper) }
        kept.last = count
        return series.text(of: count)
    }

    /// Records the numbers of imported documents before the save.
    ///
    /// - Throws: errors of the store.
    static func keepCounts(_ save: PendingSave) throws {
        let context = save.context
        let papers = context.insertedObjects.compactMap { $0 as? any NumberedPaper }
            .filter { $0.numberText != nil }
        guard !papers.isEmpty else { return }
        for series in try context.fetch(FetchRequest<NumberSeries>()) {
            guard let name = series.name else { continue }
            for paper in papers {
                guard let count = count(of: paper, inSeries: name), count > series.last else {
                    continue
                }
                series.last = count
            }
        }
    }

    private static func pattern<Paper: NumberedPaper>(
        of paper: Paper.Type, in context: ManagedObjectContext
    ) throws -> NumberPattern? {
        guard let text = try ShopProfile.current(in: context)?[keyPath: paper.pattern] else {
            return nil
        }
        do {
            return try NumberPattern(text)
        } catch {
            throw SaleRefusal("lines", "The pattern “\(text)” of the shop \(error).")
        }
    }

    /// The greatest count of imported documents in a series that is not recorded yet.
    private static func greatest<Paper: NumberedPaper>(
        of paper: Paper.Type, in series: NumberPattern.Series, _ context: ManagedObjectContext
    ) throws -> Int64 {
        var request = FetchRequest<Paper>(.has("numberText", true))
        if !series.before.isEmpty {
            request.predicate = FetchExpression.key("numberText").begins(with: series.before)
        }
        return try context.fetch(request).compactMap { $0.numberText.flatMap(series.count) }.max()
            ?? 0
    }

    /// `Invoice R-2026-{}`, because kinds may share a pattern. It is stored: the names of the classes
    /// must stay.
    private static func name(
        of series: NumberPattern.Series, _ paper: any NumberedPaper.Type
    ) -> String {
        "\(paper) \(series.name)"
    }

    private static func count(of paper: any NumberedPaper, inSeries name: String) -> Int64? {
        let kind = "\(type(of: paper)) "
        guard name.hasPrefix(kind), let text = paper.numberText,
            let place = name.range(of: "{}", options: .backwards)
        else { return nil }
        return NumberPattern.Series(
            before: String(name[..<place.lowerBound].dropFirst(kind.count)),
            after: String(name[place.upperBound...]), digits: 1
        ).count(of: text)
    }
}

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
    public static var pattern: KeyPath<ShopProfile, String?> { \.receiptPattern }
}

extension Invoice: NumberedPaper {
    public static var pattern: KeyPath<ShopProfile, String?> { \.invoicePattern }
}

extension Quote: NumberedPaper {
    public static var pattern: KeyPath<ShopProfile, String?> { \.quotePattern }
}
