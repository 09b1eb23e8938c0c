import Domain
import Persistence

/// The related records of an item in JSON and tables: custom fields, loans, maintenance and former
/// values.
struct ItemExtras: Sendable {
    /// The texts of the custom fields, by name.
    let fields: [(name: String, text: String)]
    let lentTo: String
    let lentSince: CalendarDay?
    let lentUntil: CalendarDay?
    let lentNotes: String
    let care: [CareEntry]
    let formerLoans: [LoanEntry]
    let formerValues: [ValueEntry]

    /// The relationships to prefetch with items.
    static let prefetching = ["fieldValues.field", "loans", "careTasks.records", "valueRecords"]

    init(_ item: Item) {
        fields = item.fieldValues
            .compactMap { value in
                value.field.map { ($0.orderingValue, $0.name ?? "", value.text ?? "") }
            }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.1, $0.2) }
        let loan = item.openLoan()
        lentTo = loan?.borrower ?? ""
        lentSince = loan?.since.map(CalendarDay.init)
        lentUntil = loan?.due.map(CalendarDay.init)
        lentNotes = loan?.notes ?? ""
        care = CareEntry.all(of: item)
        formerLoans = LoanEntry.all(of: item)
        formerValues = ValueEntry.all(of: item)
    }

    /// The members of an item's JSON.
    var json: [(name: String, value: JSONValue)] {
        [("fields", .object(fields.map { ($0.name, .string($0.text)) }))] + furtherJSON
    }

    /// The members except for the custom fields.
    var furtherJSON: [(name: String, value: JSONValue)] {
        [
            ("lentTo", lentTo.isEmpty ? .null : .string(lentTo)),
            ("lentSince", .string(lentSince?.description)),
            ("lentUntil", .string(lentUntil?.description)), ("care", .array(care.map(\.json))),
            ("lentNotes", lentNotes.isEmpty ? .null : .string(lentNotes)),
            ("formerLoans", .array(formerLoans.map(\.json))),
            ("formerValues", .array(formerValues.map(\.json))),
        ]
    }

    /// The columns of a CSV export, except for the custom fields.
    static let csvColumns = [
        "lentTo", "lentSince", "lentUntil", "care", "lentNotes", "formerLoans", "formerValues",
    ]

    /// The cells of the item in the order of the columns.
    ///
    /// - Throws: errors of the encoder.
    func csvCells() throws -> [CSVDocument.Cell] {
        [
            .text(lentTo), .plain(lentSince?.description), .plain(lentUntil?.description),
            .text(try CareEntry.text(care)), .text(lentNotes),
            .text(try LoanEntry.text(formerLoans)), .text(try ValueEntry.text(formerValues)),
        ]
    }
}

extension CareEntry {
    fileprivate var json: JSONValue {
        .object([
            ("title", .string(title)), ("due", .string(due)), ("interval", .string(interval)),
            ("cost", .string(cost)), ("notes", .string(notes)),
            (
                "done",
                .array(
                    (done ?? []).map { done in
                        .object([
                            ("date", .string(done.date)), ("title", .string(done.title)),
                            ("cost", .string(done.cost)), ("notes", .string(done.notes)),
                        ])
                    })
            ),
        ])
    }
}

extension LoanEntry {
    fileprivate var json: JSONValue {
        .object([
            ("borrower", .string(borrower)), ("since", .string(since)), ("due", .string(due)),
            ("returned", .string(returned)), ("notes", .string(notes)),
        ])
    }
}

extension ValueEntry {
    fileprivate var json: JSONValue {
        .object([
            ("until", .string(until)), ("valueInDollars", .int(Int(valueInDollars))),
            ("quantity", .int(Int(quantity ?? 1))), ("replacementValue", .string(replacementValue)),
        ])
    }
}
