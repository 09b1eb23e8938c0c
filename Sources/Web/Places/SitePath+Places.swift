/// The addresses of places and their photos.
extension SitePath {
    static let places = SitePath("/places")
    static let newPlace = places.below("new")
    /// Places with favorite photos.
    static let favorites = SitePath("/favorites")
    /// The recently viewed photos.
    static let recents = SitePath("/recents")
    /// The prefix of photo addresses; there is no list of all.
    static let photos = SitePath("/photos")

    static func place(_ id: some PathPart) -> SitePath { places.below("\(id)") }

    /// The photos of a place, and their upload.
    static func placePhotos(_ id: some PathPart) -> SitePath { place(id).below("photos") }

    static func favorites(of id: some PathPart) -> SitePath { favorites.below("\(id)") }

    static func photo(_ id: some PathPart) -> SitePath { photos.below("\(id)") }

    static func photoImage(_ id: some PathPart) -> SitePath { photo(id).below("image") }

    static func photoThumbnail(_ id: some PathPart) -> SitePath { photo(id).below("thumbnail") }

    /// A thumbnail under an address that changes with its content, so that it is cacheable forever.
    static func photoThumbnail(
        _ id: some PathPart, version: String
    ) -> SitePath {
        photoThumbnail(id).query([("v", version)])
    }

    static func photoFavorite(_ id: some PathPart) -> SitePath { photo(id).below("favorite") }

    static func deletePhotoFavorite(_ id: some PathPart) -> SitePath {
        photoFavorite(id).below("delete")
    }

    static func photoViews(_ id: some PathPart) -> SitePath { photo(id).below("views") }

    static func deletePhotoViews(_ id: some PathPart) -> SitePath { photoViews(id).below("delete") }
}
