import Domain

extension SalesTotalsList {
    /// The page for programs.
    var json: JSONValue {
        ListDocument.json(
            page.map(\.json), request.query, total: entries.count, totals: whole.jsonMembers)
    }

    /// What a window shows of the page. A month has no number, so that all of it is totals.
    var liveState: LiveState {
        LiveState(
            rows: [],
            totals: whole.jsonMembers + [("records", .array(page.map(\.json)))])
    }

    /// The whole list as a table for spreadsheets.
    var csv: CSVDocument {
        let name = request.grouping.rawValue
        let subject = request.grouping.isInTime ? [name] : [name, "\(name)Name"]
        var table = CSVDocument(
            columns: subject + [
                "saleCount", "returnCount", "quantity", "total", "net", "tax", "cost", "margin",
                "before",
            ])
        for entry in entries {
            table.append(
                entry.csvSubject + [
                    .int(entry.totals.saleCount), .int(entry.totals.returnCount),
                    .int(entry.totals.quantity), .plain(Money.plainText(entry.totals.amount)),
                    .plain(Money.plainText(entry.totals.net)),
                    .plain(Money.plainText(entry.totals.tax)),
                    .plain(Money.plainText(entry.totals.cost)),
                    .plain(Money.plainText(entry.totals.margin)),
                    .plain(entry.before.map(Money.plainText)),
                ])
        }
        return table
    }
}

extension SalesTotalsEntry {
    fileprivate var json: JSONValue {
        .object(
            [jsonSubject] + totals.jsonMembers
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
    /// The totals for programs.
    var jsonMembers: [(name: String, value: JSONValue)] {
        [
            ("saleCount", .int(saleCount)), ("returnCount", .int(returnCount)),
            ("quantity", .int(Int(quantity))), ("total", .string(Money.plainText(amount))),
            ("net", .string(Money.plainText(net))), ("tax", .string(Money.plainText(tax))),
            ("cost", .string(Money.plainText(cost))),
            ("margin", .string(Money.plainText(margin))),
        ]
    }
}
