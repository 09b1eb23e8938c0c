public import Foundation
public import Persistence

/// The contents of an inbox photo, detached from its context, so that it can be restored.
public struct InboxPhotoCopy: Sendable, Codable {
    /// The key of its original.
    public let key: UUID
    /// The name of the uploaded file.
    public let fileName: String
    private let draftKey: UUID?
    private let thumbnail: Data
    private let captureDate: Date?
    private let addedAt: Date
    private let orderingValue: Double

    /// Nil for an incomplete photo.
    public init?(_ photo: InboxPhoto) {
        guard let key = photo.key, let thumbnail = photo.thumbnail, let addedAt = photo.addedAt
        else { return nil }
        self.key = key
        self.thumbnail = thumbnail
        self.addedAt = addedAt
        draftKey = photo.draftKey
        fileName = photo.fileName ?? ""
        captureDate = photo.captureDate
        orderingValue = photo.orderingValue
    }

    /// Restores the photo in its former place.
    @discardableResult
    public func make(in context: ManagedObjectContext) -> InboxPhoto {
        let photo = InboxPhoto(context: context)
        photo.key = key
        photo.draftKey = draftKey
        photo.thumbnail = thumbnail
        photo.captureDate = captureDate
        photo.fileName = fileName
        photo.addedAt = addedAt
        photo.orderingValue = orderingValue
        return photo
    }
}
