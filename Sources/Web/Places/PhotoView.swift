/// Which photos a list is of.
enum PhotoView: Sendable, Hashable {
    /// Those of a place.
    case place(Int64)
    /// The favourites of a place; all of its photos if the address asks for all.
    case favorites(Int64)
    /// Those that were viewed in the last 48 hours.
    case recents

    /// The address of the list.
    var address: SitePath {
        switch self {
        case .place(let number): .place(number)
        case .favorites(let number): .favorites(of: number)
        case .recents: .recents
        }
    }

    /// The place; nil for photos of all places.
    var place: Int64? {
        switch self {
        case .place(let number), .favorites(let number): number
        case .recents: nil
        }
    }
}
