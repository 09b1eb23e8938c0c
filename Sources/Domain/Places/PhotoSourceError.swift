/// The reason why a source of photos does not answer, as a sentence for the person.
public enum PhotoSourceError: Error, Equatable, CustomStringConvertible {
    /// The source no longer has the photo.
    case noSuchPhoto(String)
    /// The source no longer has the place.
    case noSuchPlace(String)
    /// The source is not configured correctly.
    case unusable(String)
    /// The source cannot be reached, or its answer makes no sense; it may work later.
    case unavailable(String)

    public var description: String {
        switch self {
        case .noSuchPhoto(let id): "The photo \(id) no longer exists."
        case .noSuchPlace(let id):
            "The folder \(id) no longer exists; make it again, or add the photos to another place."
        case .unusable(let reason), .unavailable(let reason): reason
        }
    }
}
