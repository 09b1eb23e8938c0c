import Domain
import Foundation
import Persistence

/// A change of one record, as a line.
struct ChangeRow: Sendable {
    /// The instant, for programs.
    var date: String
    var moment: String
    /// The person who made the change.
    var author: String
    /// `changed value, type`.
    var text: String
    /// The old and the new values, where the history has them.
    var values: [ChangedValueRow]

    init(
        date: String, moment: String, author: String?, text: String, values: [ChangedValueRow] = []
    ) {
        self.date = date
        self.moment = moment
        self.author = author ?? ""
        self.text = text
        self.values = values
    }
}

extension ChangeRow {
    /// Nil for a save that did not change the record.
    ///
    /// - Parameter currency: that of the household.
    init?(_ activity: Activity, in currency: Currency) {
        guard let change = activity.changes.first else { return nil }
        self.init(
            date: ISO8601Text.utc(activity.date), moment: DateText.moment(activity.date),
            author: activity.author, text: change.text,
            values: change.rows(in: currency))
    }
}

extension Activity.Change {
    /// The changed values, with amounts in the currency of the household.
    func rows(in currency: Currency) -> [ChangedValueRow] {
        values.map { ChangedValueRow($0, in: currency) }
    }

    /// `added`, `deleted`, or what was changed.
    var text: String {
        switch type {
        case .insert: "added"
        case .delete: "deleted"
        case .update: properties.isEmpty ? "changed" : "changed " + labels.joined(separator: ", ")
        }
    }

    /// The labels of the changed properties, without duplicates.
    var labels: [String] {
        properties.map { property in
            let isReopened =
                property == "closedAt"
                && values.contains { $0.property == property && $0.new == nil }
            return isReopened ? "opened again" : ActivitySource.label(of: property)
        }.uniqued
    }
}

/// The old and the new value of one property.
struct ChangedValueRow: Sendable {
    /// `Value`.
    var label: String
    var old: String
    var hasOld: Bool
    var new: String
    var hasNew: Bool
}

extension ChangedValueRow {
    /// - Parameter currency: of amounts of money. Default: the dollar.
    init(_ change: ValueChange, in currency: Currency = .dollar) {
        let old = change.old.map { Self.text($0, of: change.property, in: currency) }
        let new = change.new.map { Self.text($0, of: change.property, in: currency) }
        self.init(
            label: FormText.capitalized(ActivitySource.label(of: change.property)),
            old: old ?? "", hasOld: old != nil, new: new ?? "", hasNew: new != nil)
    }

    /// A value from a history as text for people.
    private static func text(
        _ text: String, of property: String, in currency: Currency
    ) -> String {
        if property == "valueInDollars", let amount = Int64(text) {
            return amount == 0 ? "not valued" : currency.wholeText(amount)
        }
        if amounts.contains(property), let amount = Decimal(string: text) {
            return currency.text(amount)
        }
        if property.hasSuffix("Cents"), let cents = Decimal(string: text) {
            return currency.text(cents / 100)
        }
        if dates.contains(property), let date = try? Date(text, strategy: .iso8601) {
            // Days are stored as midnight in UTC; instants are shown in the server's time zone.
            return property.hasSuffix("At") || ["lastSeen", "trashedDate"].contains(property)
                ? DateText.moment(date) : DateText.short(date, in: .gmt)
        }
        return text
    }

    private static let amounts: Set<String> = [
        "cost", "price", "purchasePrice", "replacementValue", "unitPrice",
    ]

    private static let dates: Set<String> = [
        "closedAt", "consentedAt", "createdAt", "date", "dateCreated", "due", "dueDate", "lastDone",
        "lastSeen",
        "purchaseDate", "retiredAt", "returned", "since", "soldDate", "trashedDate", "validThrough",
        "voidedAt", "warrantyUntil",
    ]
}

extension ChangedValueRow {
    /// The change for programs.
    var json: JSONValue {
        .object([
            ("what", .string(label)), ("old", .string(hasOld ? old : nil)),
            ("new", .string(hasNew ? new : nil)),
        ])
    }
}
