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

    /// The members of JSON, and the columns of tables, except for the custom fields.
    static let members: [RecordMember<ItemExtras>] = [
        .text("lentTo") { $0.lentTo },
        .day("lentSince") { $0.lentSince },
        .day("lentUntil") { $0.lentUntil },
        RecordMember("care", isIn: .documents) { .document(.array($0.care.map(\.json))) },
        .text("care", isIn: .tables) { try CareEntry.text($0.care) },
        .text("lentNotes") { $0.lentNotes },
        RecordMember("formerLoans", isIn: .documents) {
            .document(.array($0.formerLoans.map(\.json)))
        },
        .text("formerLoans", isIn: .tables) { try LoanEntry.text($0.formerLoans) },
        RecordMember("formerValues", isIn: .documents) {
            .document(.array($0.formerValues.map(\.json)))
        },
        .text("formerValues", isIn: .tables) { try ValueEntry.text($0.formerValues) },
    ]

    /// The custom fields and the members, for JSON.
    var json: [(name: String, value: JSONValue)] {
        get throws {
            let fields = fields.map { (name: $0.name, value: JSONValue.string($0.text)) }
            return [("fields", .object(fields))] + (try Self.members.document(of: self))
        }
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
