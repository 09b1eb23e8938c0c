import Domain
import Foundation
import Persistence

extension ItemSelection.Action {
    /// Whether another page goes on with the items, which are not changed here.
    var isElsewhere: Bool { self == .print || self == .sell }
}

extension ItemSelection {
    /// The page that goes on with the items: their labels, or a sale with a line for each.
    ///
    /// - Parameter currency: that of the sale.
    /// - Throws: a 404 for an item that is not there, a 422 for what the page has no room for.
    func target(_ currency: Currency, in context: ManagedObjectContext) throws -> SitePath {
        let items = try items(in: context)
        if action == .print {
            try check(items.count, LabelsRequest.most, "labels are printed at once")
            let numbers = LabelsRequest.text(items.map(\.itemNumber))
            return .labels.query([("numbers", numbers)])
        }
        try check(items.count, SaleInput.mostLines, "lines are in a sale")
        if let sold = items.first(where: \.isSold) {
            throw Self.refusal("“\(sold.itemName ?? "")” was sold already")
        }
        return .newSale.query(
            items.enumerated().flatMap { index, item in
                [
                    (SaleLineReader.name(index, "itemKey"), item.key.uuidString),
                    (SaleLineReader.name(index, "productName"), item.itemName ?? ""),
                    (
                        SaleLineReader.name(index, "unitPrice"),
                        item.price(in: currency).map(Money.plainText) ?? ""
                    ),
                ]
            })
    }

    private func check(_ count: Int, _ most: Int, _ what: String) throws(SiteError) {
        guard count > most else { return }
        throw Self.refusal("at most \(most, grouped: true) \(what)")
    }

    private static func refusal(_ message: String) -> SiteError {
        .unprocessable(
            "The items were not changed",
            faults: [FormFault(field: "key", label: "Items", message: message)])
    }
}
