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
    public var documentKind: DocumentKind { kind.flatMap(DocumentKind.init) ?? .other }

    /// Whether it or its item is trashed.
    public var isTrashed: Bool { trashedDate != nil || item?.isTrashed ?? false }

    /// A text that changes with the thumbnail; nil without one. The thumbnail is not read.
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }

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
