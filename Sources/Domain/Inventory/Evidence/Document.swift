public import Persistence

/// A file that belongs to an item: a receipt, a manual.
public final class Document: GuardedObject, DescribedRecord {
    /// What people call them, and the fields of their form.
    public static let description = RecordDescription(
        .document, "document", "documents",
        fields: [
            FieldDescription("name", "Name", .line(limit: 200), isRequired: true),
            FieldDescription(
                "kind", "Kind",
                .choice(
                    DocumentKind.allCases.map { FieldChoice(value: $0.rawValue, label: $0.label) })),
        ])

    /// Other windows that show the item are told.
    override public func willSave() {
        if !isDeleted { item?.raiseVersion() }
    }

    override public func prepareForDeletion() {
        item?.raiseVersion()
    }
}

extension Document {
    /// What it is.
    public var documentKind: DocumentKind { kind.flatMap(DocumentKind.init) ?? .other }

    /// Whether it is in the trash, by itself or with its item.
    public var isTrashed: Bool { trashedDate != nil || item?.isTrashed ?? false }

    /// A text that changes with the thumbnail, or nil if there is none. The thumbnail is not read.
    public var thumbnailVersion: String? {
        byteCount(forKey: "thumbnail").map { "\(rowVersion)-\(String($0, radix: 36))" }
    }

    /// The condition of documents that are not in the trash, nor their items.
    public static let isListed = FetchPredicate.and([
        .key("trashedDate") == nil, .key("item.trashedDate") == nil,
    ])
}

extension Item {
    /// The most documents that an item has.
    public static let mostDocuments = 100

    /// The documents, in their order; those in the trash left out.
    public var listedDocuments: [Document] { documents.filter { $0.trashedDate == nil } }
}
