import Domain
import Persistence

/// The changes of one save, as a page shows them.
struct ActivityEntry: Sendable {
    /// The change of one record.
    struct Line: Sendable {
        /// `Added`, `Changed`, `Deleted`.
        var verb: String
        /// The kind of record: `item`.
        var noun: String
        /// The current name of the record, or its name when it was deleted, or its number.
        var label: String
        /// The record's page; empty if it was deleted or has none.
        var path: String
        /// The names of the changed properties.
        var detail: String
        /// The old and the new values, where the history has them.
        var values: [ChangedValueRow]
        /// Whether the label names another record: the photo *of* an item.
        var isOf = false
    }

    /// The instant, for programs.
    var date: String
    var moment: String
    var author: String
    var lines: [Line]
    /// The number of further records in words.
    var more: String
}

extension ActivityEntry.Line {
    /// - Parameters:
    ///   - name: the current name and page of the record; nil if it was deleted.
    ///   - formerName: its name when it was deleted; nil if that is not stored.
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
            label: label.isEmpty ? "no. \(change.id.savedNumber)" : label, path: path,
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

    /// The change for programs.
    var json: JSONValue {
        .object([
            ("type", .string(verb.lowercased())), ("what", .string(noun)),
            ("label", .string(label)), ("path", path.isEmpty ? .null : .string(path)),
            ("properties", .string(detail)), ("values", .array(values.map(\.json))),
        ])
    }
}
