import Foundation
public import Persistence

extension Customer {

    /// The customers whose derived values do not match their numbers, address and sales.
    ///
    /// - Throws: errors of the store.
    public static func withOutdatedValues(
        in context: ManagedObjectContext
    ) throws -> [(number: Int64, name: String)] {
        let keys = ["name", "contactno", "emailid"] + computedProperties.sorted()
        let request = DictionaryFetchRequest(
            entityName: "Customer",
            columns: [("self", .evaluatedObject)] + keys.map { ($0, .keyPath([$0])) })
        // Missing values are computed when the household is opened.
        let rows = try context.fetchDictionaries(request).filter {
            $0["contactDigits"]?.stringValue != nil
        }
        let further = try furtherDigits(in: context)
        let ids = rows.compactMap { $0["self"]?.objectID }
        let stored = try SalesSummary.ofCustomers(ids, in: context)
        return zip(rows, ids).compactMap { row, id in
            let number = id.recordNumber ?? 0
            let isSame =
                row["contactDigits"]?.stringValue == digits(of: row["contactno"]?.stringValue)
                && row["emailKey"]?.stringValue == key(ofEmail: row["emailid"]?.stringValue)
                && row["furtherDigits"]?.stringValue == joined(further[number] ?? [])
                && Figures(stored[number] ?? SalesSummary()).areStored(in: row)
            return isSame ? nil : (number, row["name"]?.stringValue ?? "")
        }
    }

    /// The digits of further numbers, by the customers' record numbers.
    private static func furtherDigits(
        in context: ManagedObjectContext
    ) throws -> [Int64: [String]] {
        let request = DictionaryFetchRequest(
            entityName: "CustomerNumber",
            columns: [("customer", .keyPath(["customer"])), ("number", .keyPath(["number"]))])
        return try context.fetchDictionaries(request).reduce(into: [:]) { digits, row in
            guard let customer = row["customer"]?.objectID?.recordNumber else { return }
            digits[customer, default: []].append(Self.digits(of: row["number"]?.stringValue))
        }
    }
}

extension Customer.Figures {
    fileprivate func areStored(in row: FetchedDictionary) -> Bool {
        func date(_ day: CalendarDay?) -> AttributeValue {
            day.map { .date($0.date) } ?? .null
        }
        return row["saleCount"] == .integer(Int64(saleCount))
            && row["salesCents"] == .integer(cents)
            && row["hasSale"] == .boolean(days != nil)
            && row["firstSaleDate"] ?? .null == date(days?.lowerBound)
            && row["lastSaleDate"] ?? .null == date(days?.upperBound)
    }
}
