import Persistence

/// What is needed to find the image of a photo.
public struct PhotoImageReference: Sendable, Hashable {
    /// The number of the photo's record.
    public let number: Int64
    /// The name of its source.
    public let source: String
    /// What the source needs.
    public let reference: PhotoReference
    /// Whether it is a favourite, whose image is kept.
    public let isFavorite: Bool

    /// The reference of a photo that is saved.
    public init(_ photo: Photo) {
        number = photo.objectID.recordNumber ?? 0
        source = photo.source ?? ""
        reference = photo.reference
        isFavorite = photo.isFavorite
    }
}
