public import Persistence

/// An SKU or a barcode, normalized for comparison.
public struct ProductCode: Sendable, Hashable {
    /// Equal for all spellings of a code.
    let key: String

    /// - Parameter text: the code as typed, scanned, or shown by a spreadsheet.
    public init(_ text: String) {
        key = GTIN(text)?.digits ?? ScannedCode.withoutIdentifier(text).lowercased()
    }

    /// The stored form of a code: visible, and without a spreadsheet's additions.
    public static func read(_ text: String) -> String { visible(SpreadsheetCode.read(text).code) }

    /// The reason why a text is not a code, because a spreadsheet has rounded its digits; nil if it is
    /// one.
    public static func fault(of text: String) -> String? { SpreadsheetCode.read(text).fault }

    /// The reason why a text with the length of a barcode has a wrong check digit; otherwise nil.
    /// Imports accept existing codes.
    public static func checkDigitFault(of text: String) -> String? {
        let digits = text.filter { $0 != " " && $0 != "-" }
        guard [8, 12, 13, 14].contains(digits.count),
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.contains(where: { $0 != "0" }),
            GTIN(digits) == nil
        else { return nil }
        return "its check digit is wrong; scan it again, or enter it as the product number"
    }

    /// The storable and visible form of a text; scanners send control characters.
    public static func visible(_ text: String) -> String { ScannedCode.visible(text) }
}

/// The products by SKU and barcode, in the store and in an imported file.
struct ProductCodes {
    /// A stored product by record number, or a new one by row.
    enum Owner: Hashable {
        case stored(Int64)
        case row(Int)
    }

    typealias Holder = (owner: Owner, name: String)

    /// The stored products that were looked up, by code.
    private var stored: [ProductCode: [Holder]] = [:]
    /// The codes in the file.
    private var given: [ProductCode: [Holder]] = [:]
    /// The stored products whose codes the file sets.
    private var changed: Set<Owner> = []

    /// The product with a code, and its name; nil if there is none.
    ///
    /// - Throws: errors of the store.
    mutating func owner(of code: String, in context: ManagedObjectContext) throws -> Holder? {
        try holders(of: code, in: context).first
    }

    /// The name of another product with a code; nil if there is none.
    ///
    /// - Throws: errors of the store.
    mutating func holder(
        of code: String, otherThan owner: Owner, in context: ManagedObjectContext
    ) throws -> String? {
        try holders(of: code, in: context).first { $0.owner != owner }?.name
    }

    /// Records the new codes of a product.
    mutating func change(_ former: [String?], to codes: [String?], of owner: Owner, _ name: String)
    {
        for code in former.compactMap(\.self) {
            given[ProductCode(code)]?.removeAll { $0.owner == owner }
        }
        if case .stored = owner { changed.insert(owner) }
        for code in codes.compactMap(\.self) where !code.isEmpty {
            given[ProductCode(code), default: []].append((owner, name))
        }
    }

    private mutating func holders(
        of code: String, in context: ManagedObjectContext
    ) throws -> [Holder] {
        let code = ProductCode(code)
        let known = try stored[code] ?? Self.holders(of: code, in: context)
        stored[code] = known
        return known.filter { !changed.contains($0.owner) } + (given[code] ?? [])
    }

    private static func holders(
        of code: ProductCode, in context: ManagedObjectContext
    ) throws -> [Holder] {
        let request = DictionaryFetchRequest(
            entityName: "Product", code.condition,
            columns: [("self", .evaluatedObject), ("name", .key("name"))])
        return try context.fetchDictionaries(request).compactMap { row in
            row["self"]?.objectID?.recordNumber.map {
                (.stored($0), row["name"]?.stringValue ?? "")
            }
        }
    }
}

extension Product {
    /// The product with an SKU or a barcode, other than one; or nil. Products that are not retired
    /// come first.
    ///
    /// - Throws: errors of the store.
    public static func coded(
        _ code: String, otherThan other: Product? = nil, in context: ManagedObjectContext
    ) throws -> Product? {
        let code = ProductCode(code)
        guard !code.key.isEmpty else { return nil }
        // The save sets the normalized codes, so unsaved products are compared here.
        let unsaved = (Array(context.insertedObjects) + Array(context.updatedObjects))
            .compactMap { $0 as? Product }
        let found = try context.fetch(FetchRequest<Product>(code.condition)) + unsaved
        let fitting = found.filter { $0 !== other && $0.codes.contains(code) }
        return fitting.first { !$0.isRetired } ?? fitting.first
    }

    /// The product with a name, an SKU or a barcode; or nil.
    ///
    /// - Throws: errors of the store.
    public static func known(
        as text: String, in context: ManagedObjectContext
    ) throws -> Product? {
        try named(text, in: context) ?? coded(text, in: context)
    }

    /// The SKU and the barcode.
    private var codes: [ProductCode] { [sku, barcode].compactMap(\.self).map(ProductCode.init) }

    /// Stores the normalized codes for comparison, and the digits for searches, which all spellings
    /// of a GTIN share.
    func keepCodes() {
        let keys = [sku, barcode].map { $0.map { ProductCode($0).key } }
        if skuKey != keys[0] { skuKey = keys[0] }
        if barcodeKey != keys[1] { barcodeKey = keys[1] }
        let digits = [sku, barcode].compactMap { $0.flatMap { GTIN($0)?.significantDigits } }
            .joined(separator: " ")
        if codeDigits != digits { codeDigits = digits }
    }

    /// Normalizes the codes of older products.
    static let codeKeeping = RecordFilling(
        of: FetchRequest<Product>(
            .or([
                .and([.key("skuKey") == nil, .key("sku") != nil]),
                .and([.key("barcodeKey") == nil, .key("barcode") != nil]),
                .and([
                    .key("codeDigits") == nil, .or([.key("sku") != nil, .key("barcode") != nil]),
                ]),
            ]))
    ) { products, _ in
        for product in products { product.keepCodes() }
    }

    /// Faults in the codes of products.
    public struct CodeFaults: Sendable {
        /// Groups of products that share an SKU or a barcode, which earlier versions compared by
        /// spelling.
        public private(set) var shared: [[(name: String, code: String)]] = []
        /// The names of products whose normalized codes are wrong.
        public private(set) var misread: [String] = []

        /// Checks all products of a store with any version of the model that has these attributes.
        ///
        /// - Parameter isKept: whether the version stores normalized codes.
        /// - Throws: errors of the store.
        public init(_ context: ManagedObjectContext, isKept: Bool) throws {
            let keys = ["name", "sku", "barcode"] + (isKept ? ["skuKey", "barcodeKey"] : [])
            let request = DictionaryFetchRequest(
                entityName: "Product", columns: keys.map { ($0, .key($0)) })
            var holders: [ProductCode: [(name: String, code: String)]] = [:]
            for row in try context.fetchDictionaries(request) {
                let name = row["name"]?.stringValue ?? ""
                let codes = [row["sku"]?.stringValue, row["barcode"]?.stringValue]
                let read = codes.map { $0.map(ProductCode.init) }
                if isKept,
                    read.map({ $0?.key }) != [
                        row["skuKey"]?.stringValue, row["barcodeKey"]?.stringValue,
                    ]
                {
                    misread.append(name)
                }
                for (place, code) in read.enumerated() where place == 0 || code != read[0] {
                    guard let code, let text = codes[place] else { continue }
                    holders[code, default: []].append((name, text))
                }
            }
            shared = holders.values.filter { $0.count > 1 }
        }
    }
}

extension ProductCode {
    /// Products with the code.
    var condition: FetchPredicate {
        .or(["skuKey", "barcodeKey"].map { FetchExpression.key($0) == key })
    }
}
