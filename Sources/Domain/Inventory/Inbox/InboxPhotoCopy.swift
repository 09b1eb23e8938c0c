public import Foundation
public import Persistence

/// What an inbox's photo holds, apart from any context, so that it can be made again.
public struct InboxPhotoCopy: Sendable, Codable {
    /// The key that its original goes by.
    public let key: UUID
    /// What people's machine called its file.
    public let fileName: String
    private let draftKey: UUID?
    private let thumbnail: Data
    private let captureDate: Date?
    private let addedAt: Date
    private let orderingValue: Double

    /// Nil for a photo that was never whole.
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

    /// Makes the photo again, in its place among the others.
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
