import Foundation
public import Persistence

extension Product {
    /// The product with a number (SKU) or a barcode, other than one; or nil. One that is on sale goes
    /// before one that is retired.
    ///
    /// - Throws: errors of the store.
    public static func coded(
        _ code: String, otherThan other: Product? = nil, in context: ManagedObjectContext
    ) throws -> Product? {
        guard !code.isEmpty else { return nil }
        var request = FetchRequest<Product>()
        request.predicate = .or(
            ["sku", "barcode"].map { key in
                .comparison(
                    FetchComparison(
                        .keyPath([key]), .equal, .constant(.string(code)),
                        options: [.caseInsensitive]))
            })
        let found = try context.fetch(request).filter { $0 !== other }
        return found.first { !$0.isRetired } ?? found.first
    }

    /// The product that somebody names or scans: by its name, its number or its barcode; or nil.
    ///
    /// - Throws: errors of the store.
    public static func known(
        as text: String, in context: ManagedObjectContext
    ) throws -> Product? {
        try named(text, in: context) ?? coded(text, in: context)
    }
}
