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
        let subject =
            switch request.grouping {
            case .month: ["month"]
            case .product: ["product", "productName"]
            case .customer: ["customer", "customerName"]
            }
        var table = CSVDocument(
            columns: subject + ["saleCount", "returnCount", "quantity", "total"])
        for entry in entries {
            table.append(
                entry.csvSubject + [
                    .int(entry.totals.saleCount), .int(entry.totals.returnCount),
                    .int(entry.totals.quantity), .plain(Money.plainText(entry.totals.amount)),
                ])
        }
        return table
    }
}

extension SalesTotalsEntry {
    fileprivate var json: JSONValue {
        .object([jsonSubject] + totals.jsonMembers)
    }

    private var jsonSubject: (name: String, value: JSONValue) {
        switch subject {
        case .month(let day): ("month", .string(Self.monthText(day)))
        case .product(let number, let name):
            ("product", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .customer(let number, let name):
            ("customer", .object([("id", .int(Int(number))), ("name", .string(name))]))
        case .nobody: ("customer", .null)
        }
    }

    fileprivate var csvSubject: [CSVDocument.Cell] {
        switch subject {
        case .month(let day): [.plain(Self.monthText(day))]
        case .product(let number, let name), .customer(let number, let name):
            [.int(number), .text(name)]
        case .nobody: [.plain(nil), .plain(nil)]
        }
    }
}

extension SalesTotals {
    /// The totals for programs.
    var jsonMembers: [(name: String, value: JSONValue)] {
        [
            ("saleCount", .int(saleCount)), ("returnCount", .int(returnCount)),
            ("quantity", .int(Int(quantity))), ("total", .string(Money.plainText(amount))),
        ]
    }
}
