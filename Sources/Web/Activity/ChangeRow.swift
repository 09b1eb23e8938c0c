import Domain
import Foundation
import Persistence

/// A line of what became of one record.
struct ChangeRow: Sendable {
    /// The instant for programs.
    var date: String
    var moment: String
    /// In whose name it was.
    var author: String
    /// `changed value, type`.
    var text: String
    /// What it was and what it became, where that is kept.
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
    /// Nil for a save in which nothing became of the record.
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
    /// What was changed, with amounts in the currency of the household.
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

    /// What people call the properties that were changed, each once.
    var labels: [String] {
        var seen: Set<String> = []
        return properties.map(ActivitySource.label(of:)).filter { seen.insert($0).inserted }
    }
}
