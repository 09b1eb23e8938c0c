public import Persistence

/// A file of an item, such as a receipt or a manual.
public final class Document: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .document, "document", "documents",
        fields: [
            FieldDescription("name", "Name", .line(limit: 200), isRequired: true),
            FieldDescription(
                "kind", "Kind",
                .choice(
                    DocumentKind.allCases.map { FieldChoice(value: $0.rawValue, label: $0.label) })),
        ])

    /// Raises the item's version, so that edits in other windows conflict.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }
}

extension Document {
    /// The name without characters that are not shown.
    public var recordTitle: String { (name ?? "").visibleFileName }

    public var documentKind: DocumentKind { kind.flatMap(DocumentKind.init) ?? .other }

    /// Documents that are not trashed, nor their items.
    public static let isListed = FetchPredicate.and([
        .key("trashedDate") == nil, .key("item.trashedDate") == nil,
    ])
}

extension Item {
    /// The greatest number of documents of an item.
    public static let mostDocuments = 100

    /// The documents in order, without trashed ones.
    public var listedDocuments: [Document] { documents.filter { $0.trashedDate == nil } }
}

/// The kind of a document.
public enum DocumentKind: String, Sendable, CaseIterable {
    case receipt, manual, warranty, appraisal, other

    /// The word for users.
    public var label: String {
        switch self {
        case .receipt: "Receipt"
        case .manual: "Manual"
        case .warranty: "Warranty"
        case .appraisal: "Appraisal"
        case .other: "Other"
        }
    }

    /// Whether it proves possession, cost or value of the item. A manual does not.
    public var isProof: Bool { self != .manual && self != .other }

    /// The kind that a file name suggests: `receipt.pdf`, `Kaufbeleg.jpg`; otherwise ``other``.
    public init(fileName: String) {
        let name = fileName.lowercased()
        let words: [(DocumentKind, [String])] = [
            (.receipt, ["receipt", "invoice", "bill", "rechnung", "beleg", "quittung"]),
            (.manual, ["manual", "guide", "handbuch", "anleitung"]),
            (.warranty, ["warranty", "guarantee", "garantie"]),
            (.appraisal, ["appraisal", "valuation", "gutachten"]),
        ]
        self = words.first { $0.1.contains(where: name.contains) }?.0 ?? .other
    }
}
