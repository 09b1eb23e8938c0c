public import Foundation
public import Persistence

/// A document that is not yet added to an item.
public struct NewDocument: Sendable {
    /// The name for users.
    public let name: String
    public let kind: DocumentKind
    /// The media type: `application/pdf`.
    public let mediaType: String
    public let byteCount: Int
    public let checksum: FileChecksum
    /// The thumbnail as PNG; nil if there is none.
    public let thumbnail: Data?

    public init(
        name: String, kind: DocumentKind, mediaType: String, byteCount: Int,
        checksum: FileChecksum, thumbnail: Data?
    ) {
        self.name = name
        self.kind = kind
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.checksum = checksum
        self.thumbnail = thumbnail
    }
}

extension Item {
    /// Adds a document after the others.
    ///
    /// - Returns: the document, and the key of its original.
    public func add(
        _ new: NewDocument, at date: Date, in context: ManagedObjectContext
    ) -> (document: Document, key: UUID) {
        let document = Document(context: context)
        let key = UUID.random()
        document.key = key
        document.name = new.name
        document.kind = new.kind.rawValue
        document.mediaType = new.mediaType
        document.byteCount = Int64(new.byteCount)
        document.sha256 = new.checksum.description
        document.thumbnail = new.thumbnail
        document.addedAt = date
        document.item = self
        return (document, key)
    }

    /// Moves a document to a position among those that are not trashed.
    public func moveDocument(_ document: Document, to position: ListPosition) {
        documents = position.moving(document, in: documents)
    }
}
