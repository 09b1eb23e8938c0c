/// Why a source of photos does not answer, in a sentence for the person who asked.
public enum PhotoSourceError: Error, Equatable, CustomStringConvertible {
    /// The source has no such photo any more.
    case noSuchPhoto(String)
    /// The source has no such place any more.
    case noSuchPlace(String)
    /// The source cannot be used as it is set up.
    case unusable(String)
    /// The source cannot be reached, or answers nonsense; it may be better later.
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
