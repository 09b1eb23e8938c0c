import Domain
import Foundation

extension SalesTotalsList {
    /// The page for programs.
    var json: JSONValue {
        ListDocument.json(
            page.map(\.json), request.query, total: count, totals: totals)
    }

    /// What a window shows of the page. A month has no number, so that all of it is totals.
    var liveState: LiveState {
        LiveState(
            rows: [],
            totals: totals + [("records", .array(page.map(\.json)))])
    }

    private var totals: [(name: String, value: JSONValue)] {
        whole.jsonMembers(ofSales: request.grouping != .payment)
    }

    /// The whole list as a table for spreadsheets.
    var csv: CSVDocument {
        let name = request.grouping.rawValue
        let subject = request.grouping.isInTime ? [name] : [name, "\(name)Name"]
        var table = CSVDocument(
            columns: subject + [
                "saleCount", "returnCount", "quantity", "total", "net", "tax", "cost", "margin",
                "before", "unknownCostQuantity", "unknownCostNet",
            ])
        for entry in entries {
            var cells = entry.csvSubject
            cells += [
                .int(entry.totals.saleCount), .int(entry.totals.returnCount),
                .decimal(entry.totals.quantity), .plain(Money.plainText(entry.totals.amount)),
                .plain(Money.plainText(entry.totals.net)),
                .plain(Money.plainText(entry.totals.tax)),
            ]
            cells += entry.totals.costCells(
                before: entry.before, isOfSales: !entry.isOfPayments)
            table.append(cells)
        }
        return table
    }
}

extension SalesTotalsEntry {
    fileprivate var json: JSONValue {
        .object(
            [jsonSubject] + totals.jsonMembers(ofSales: !isOfPayments)
                + [("before", .string(before.map(Money.plainText)))])
    }

    private var jsonSubject: (name: String, value: JSONValue) {
        switch subject {
        case .month(let day): ("month", .string(Self.monthText(day)))
        case .product(let number, let name):
            ("product", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .customer(let number, let name):
            ("customer", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .nobody: ("customer", .null)
        case .category(let number, let name):
            ("category", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .uncategorized: ("category", .null)
        case .payment(let number, let name):
            ("payment", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .tax(let number, let name):
            ("tax", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .untaxed: ("tax", .null)
        case .weekday(let day): ("weekday", .int(day))
        case .hour(let hour): ("hour", hour < 0 ? .null : .int(hour))
        }
    }

    fileprivate var csvSubject: [CSVDocument.Cell] {
        switch subject {
        case .month(let day): [.plain(Self.monthText(day))]
        case .product(let number, let name), .customer(let number, let name),
            .category(let number, let name), .payment(let number, let name),
            .tax(let number, let name):
            [.int(number), .text(name)]
        case .nobody, .uncategorized, .untaxed: [.plain(nil), .plain(nil)]
        case .weekday(let day): [.int(Int64(day))]
        case .hour(let hour): [.int(hour < 0 ? nil : Int64(hour))]
        }
    }
}

extension SalesTotals {
    /// The totals for programs. Cost and margin are null where they are known of nothing.
    ///
    /// - Parameter isOfSales: whether they are of sales, and not of payments, which cost nothing. Default:
    ///   yes.
    func jsonMembers(ofSales isOfSales: Bool = true) -> [(name: String, value: JSONValue)] {
        [
            ("saleCount", .int(saleCount)), ("returnCount", .int(returnCount)),
            ("quantity", .decimal(quantity)), ("total", .string(Money.plainText(amount))),
            ("net", .string(Money.plainText(net))), ("tax", .string(Money.plainText(tax))),
            ("cost", .string(isOfSales && isMarginKnown ? Money.plainText(cost) : nil)),
            ("margin", .string(isOfSales ? margin.map(Money.plainText) : nil)),
            ("unknownCostQuantity", .decimal(isOfSales ? quantityWithoutCost : nil)),
            ("unknownCostNet", .string(isOfSales ? Money.plainText(netWithoutCost) : nil)),
        ]
    }

    /// Cost and margin, empty where they are known of nothing; the total before; and of how many pieces,
    /// and of what sum without taxes, the cost is unknown.
    fileprivate func costCells(before: Decimal?, isOfSales: Bool) -> [CSVDocument.Cell] {
        [
            .plain(isOfSales && isMarginKnown ? Money.plainText(cost) : nil),
            .plain(isOfSales ? margin.map(Money.plainText) : nil),
            .plain(before.map(Money.plainText)),
            .decimal(isOfSales ? quantityWithoutCost : nil),
            .plain(isOfSales ? Money.plainText(netWithoutCost) : nil),
        ]
    }
}
