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
        let text = ScannedCode.withoutIdentifier(code)
        guard !text.isEmpty else { return nil }
        guard let gtin = GTIN(code) else {
            return preferred(try fetch(isSame(as: text), otherThan: other, in: context))
        }
        let spellings = [code, text] + gtin.spellings
        let isUsual = FetchPredicate.or(codeKeys.map { FetchExpression.key($0).isIn(spellings) })
        // The indexes have the usual spellings; others have to be looked for.
        return try preferred(fetch(isUsual, otherThan: other, in: context))
            ?? preferred(withUnusualSpelling(of: gtin, otherThan: other, in: context))
    }

    /// The product that a person names or scans: by its name, its number or its barcode; or nil.
    ///
    /// - Throws: errors of the store.
    public static func known(
        as text: String, in context: ManagedObjectContext
    ) throws -> Product? {
        try named(text, in: context) ?? coded(text, in: context)
    }

    /// The products that share a number or a barcode, in groups: two spellings of one number were two numbers
    /// once. The store may be of any version of the model that has these attributes.
    ///
    /// - Throws: errors of the store.
    public static func sharingCodes(
        in context: ManagedObjectContext
    ) throws -> [[(name: String, code: String)]] {
        try ProductCodes(context).shared
    }

    /// The condition that a code is a text, without regard to case.
    private static func isSame(as text: String) -> FetchPredicate {
        .or(
            codeKeys.map { key in
                func compares(
                    _ op: FetchComparison.Operator, _ text: String,
                    _ options: FetchComparison.Options = []
                ) -> FetchPredicate {
                    .comparison(
                        FetchComparison(
                            .keyPath([key]), op, .constant(.string(text)), options: options))
                }
                let isSame = compares(.equal, text, [.caseInsensitive])
                let beginnings = beginnings(of: text)
                guard !beginnings.isEmpty else { return isSame }
                return .and([.or(beginnings.map { compares(.beginsWith, $0) }), isSame])
            })
    }

    /// Texts of which each spelling of a code in other cases begins with one, so that an index finds it: as much of
    /// it as has few, in ASCII.
    private static func beginnings(of text: String) -> [String] {
        var beginnings: [String] = []
        for character in text.prefix(while: \.isASCII) {
            let cases = Set([character.lowercased(), character.uppercased()]).sorted()
            let starts = beginnings.isEmpty ? [""] : beginnings
            let longer = starts.flatMap { start in cases.map { start + $0 } }
            guard longer.count <= mostBeginnings else { break }
            beginnings = longer
        }
        return beginnings
    }

    private static let mostBeginnings = 16

    /// Those who have a number with blanks, within a GS1 string, or written in another way.
    private static func withUnusualSpelling(
        of gtin: GTIN, otherThan other: Product?, in context: ManagedObjectContext
    ) throws -> [Product] {
        var request = DictionaryFetchRequest(entityName: "Product")
        request.columns =
            [("self", .evaluatedObject)] + codeKeys.map { ($0, .keyPath([$0])) }
        request.predicate = .or(codeKeys.map { .has($0, true) })
        let ids = try context.fetchDictionaries(request).compactMap { row -> ManagedObjectID? in
            guard case .object(let id) = row["self"],
                codeKeys.contains(where: { row[$0]?.text.flatMap { GTIN($0) } == gtin })
            else { return nil }
            return id
        }
        return try context.objects(with: ids).filter { (product: Product) in product !== other }
    }

    private static func fetch(
        _ condition: FetchPredicate, otherThan other: Product?, in context: ManagedObjectContext
    ) throws -> [Product] {
        try context.fetch(FetchRequest<Product>(condition)).filter { $0 !== other }
    }

    private static func preferred(_ found: [Product]) -> Product? {
        found.first { !$0.isRetired } ?? found.first
    }

    private static let codeKeys = ["sku", "barcode"]
}
