import Persistence

/// The data for finding the image of a photo.
public struct PhotoImageReference: Sendable, Hashable {
    /// The photo's record number.
    public let number: Int64
    /// The name of its source.
    public let source: String
    /// The source's reference.
    public let reference: PhotoReference
    /// Whether it is a favorite, whose image is stored.
    public let isFavorite: Bool

    /// The reference of a saved photo.
    public init(_ photo: Photo) {
        number = photo.savedNumber
        source = photo.source ?? ""
        reference = photo.reference
        isFavorite = photo.isFavorite
    }
}
