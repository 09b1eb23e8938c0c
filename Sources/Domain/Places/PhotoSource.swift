/// A source of photos: a folder or a service.
///
/// ``PhotoLibrary`` imports its listings into the store, and finds places and photos again by the
/// name of the source and its identifiers.
public protocol PhotoSource: Sendable {
    /// The name of the source in the store. It never changes.
    var name: String { get }

    /// The current places of the source.
    ///
    /// - Throws: ``PhotoSourceError``, and the source's other errors.
    func places() async throws -> [SourcePlace]

    /// The photos of a place.
    ///
    /// - Throws: ``PhotoSourceError``, and the source's other errors.
    func photos(of place: SourcePlace) async throws -> [SourcePhoto]

    /// The image of a photo.
    ///
    /// - Parameter folder: a folder for a temporary file.
    /// - Throws: ``PhotoSourceError``, and the source's other errors.
    func image(of photo: PhotoReference, using folder: String) async throws -> PhotoFile
}

/// A place as listed by its source.
public struct SourcePlace: Sendable, Hashable {
    /// The source's identifier of the place.
    public var id: String
    /// The name for people.
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A source's reference to the image of a photo.
public struct PhotoReference: Sendable, Hashable {
    /// The source's identifier of the photo.
    public var id: String
    /// The address of the image, if the source gave one.
    public var imageURL: String?

    public init(id: String, imageURL: String? = nil) {
        self.id = id
        self.imageURL = imageURL
    }
}
