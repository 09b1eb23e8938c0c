public import Persistence

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
            var request = DictionaryFetchRequest(entityName: "Product")
            let keys = ["name", "sku", "barcode"] + (isKept ? ["skuKey", "barcodeKey"] : [])
            request.columns = keys.map { ($0, .keyPath([$0])) }
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
