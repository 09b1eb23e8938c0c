public import Foundation
public import Persistence

extension Item {
    /// The batch size of the check.
    private static let checkedAtOnce = 5_000

    /// The keys and names of items whose figures do not match their other attributes. The store may
    /// be opened without classes.
    ///
    /// - Throws: errors of the store.
    public static func withWrongFigures(
        in context: ManagedObjectContext
    ) throws -> [(key: UUID, name: String)] {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = ItemFigures.columns
        request.fetchBatchSize = checkedAtOnce
        return try context.fetchDictionariesInBatches(request).compactMap { row in
            guard ItemFigures(of: row) != ItemFigures(storedIn: row),
                case .uuid(let key)? = row["itemKey"]
            else { return nil }
            return (key, row["itemName"]?.stringValue ?? "")
        }
    }
}

extension ItemFigures {
    /// The columns that the check reads.
    fileprivate static let columns: [(key: String, expression: FetchExpression)] =
        [
            "itemKey", "itemName", "serialNumber", "valueInDollars", "quantity",
            "replacementValue", "hasPhoto", "isValuable", "plainSerialNumber", "worth",
            "totalWorthCents", "totalValueCents",
        ].map { ($0, .key($0)) } + [
            ("picture", .conditional(.key("thumbnail") != nil, .value(1), .value(0)))
        ]

    /// Computes the figures from the other attributes.
    fileprivate init(of row: FetchedDictionary) {
        self.init(
            serialNumber: row["serialNumber"]?.stringValue,
            value: ItemValue(
                valueInDollars: Int32(clamping: row["valueInDollars"]?.wholeNumber ?? 0),
                replacementValue: row["replacementValue"]?.decimalValue,
                quantity: Int32(clamping: row["quantity"]?.wholeNumber ?? 1)),
            hasPhoto: row["picture"] == .integer(1))
    }

    /// The stored figures.
    fileprivate init(storedIn row: FetchedDictionary) {
        self.init(
            hasPhoto: row["hasPhoto"] == .boolean(true),
            isValuable: row["isValuable"] == .boolean(true),
            plainSerialNumber: row["plainSerialNumber"]?.stringValue,
            worth: row["worth"]?.decimalValue,
            totalWorthCents: row["totalWorthCents"]?.wholeNumber,
            totalValueCents: row["totalValueCents"]?.wholeNumber)
    }
}
