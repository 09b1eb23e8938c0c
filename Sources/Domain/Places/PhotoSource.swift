/// Where photos come from: a folder, or a service.
///
/// A source lists; what it lists is taken into the store by ``PhotoLibrary``, which finds each place
/// and each photo again by the name of the source and the identifier that the source gives it.
public protocol PhotoSource: Sendable {
    /// What the source is called in the store. It never changes.
    var name: String { get }

    /// The places that the source has now.
    ///
    /// - Throws: ``PhotoSourceError``, and errors of the source's own.
    func places() async throws -> [SourcePlace]

    /// The photos of a place.
    ///
    /// - Throws: ``PhotoSourceError``, and errors of the source's own.
    func photos(of place: SourcePlace) async throws -> [SourcePhoto]

    /// The image of a photo.
    ///
    /// - Parameter folder: where a file may be put that is needed for it.
    /// - Throws: ``PhotoSourceError``, and errors of the source's own.
    func image(of photo: PhotoReference, using folder: String) async throws -> PhotoFile
}

/// A place as its source names it.
public struct SourcePlace: Sendable, Hashable {
    /// What the source knows the place by.
    public var id: String
    /// The name, for people.
    public var name: String

    /// Makes a place.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a source needs to find the image of a photo.
public struct PhotoReference: Sendable, Hashable {
    /// What the source knows the photo by.
    public var id: String
    /// The address of the image where the source gave one.
    public var imageURL: String?

    /// Makes a reference.
    public init(id: String, imageURL: String? = nil) {
        self.id = id
        self.imageURL = imageURL
    }
}
