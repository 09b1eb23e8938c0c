import Domain
import Persistence

/// What one save changed, as it is shown.
struct ActivityEntry: Sendable {
    /// What became of one record.
    struct Line: Sendable {
        /// `Added`, `Changed`, `Deleted`.
        var verb: String
        /// What it is: `item`.
        var noun: String
        /// What it is called now, or was when it went; its number where that is not known.
        var label: String
        /// Its page; empty if it is gone, or has none.
        var path: String
        /// What of it was changed.
        var detail: String
        /// What it was and what it became, where that is kept.
        var values: [ChangedValueRow]
        /// Whether the label is that of something else: the photo *of* an item.
        var isOf = false
    }

    /// The instant for programs.
    var date: String
    var moment: String
    var author: String
    var lines: [Line]
    /// How many records more were changed, in words.
    var more: String
}

extension ActivityEntry.Line {
    /// - Parameters:
    ///   - name: what the record is called now, and its page; nil if it is gone.
    ///   - formerName: what it was called when it went; nil where that is not kept.
    init(
        _ change: Activity.Change, _ name: ActivitySource.Name?, formerly formerName: String?,
        _ site: Site
    ) {
        let source = site.catalog.activity[change.entity]
        let label = name?.label ?? formerName ?? ""
        let path = name?.path.map { site.links($0) } ?? ""
        let detail = change.type == .update ? change.labels.joined(separator: ", ") : ""
        self.init(
            verb: Self.verb(change.type),
            noun: source?.noun ?? change.entity.rawValue,
            label: label.isEmpty ? "no. \(change.id.recordNumber ?? 0)" : label, path: path,
            detail: detail,
            values: change.rows(in: site.currency),
            isOf: !label.isEmpty && source?.isOf == true)
    }

    private static func verb(_ type: PersistentHistoryChange.ChangeType) -> String {
        switch type {
        case .insert: "Added"
        case .update: "Changed"
        case .delete: "Deleted"
        }
    }

    /// `Changed item Sofa: value`.
    var text: String {
        "\(verb) \(noun)\(isOf ? " of" : "") \(label)" + (detail.isEmpty ? "" : ": \(detail)")
    }

    /// What became of the record, for programs.
    var json: JSONValue {
        .object([
            ("type", .string(verb.lowercased())), ("what", .string(noun)),
            ("label", .string(label)), ("path", path.isEmpty ? .null : .string(path)),
            ("properties", .string(detail)), ("values", .array(values.map(\.json))),
        ])
    }
}
