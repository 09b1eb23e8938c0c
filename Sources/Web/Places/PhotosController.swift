import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import Persistence

/// One photo, with its favorite mark and its views.
struct PhotosController: RouteProvider {
    let album: PhotoAlbum

    private var site: Site { album.site }

    func addRoutes(to routes: inout SiteRoutes) {
        PageActions(album.photos(.recents)).addRoutes(to: &routes)
        let change = RouteDescription(
            query: [.choice("next", ["recents", "favorites"])], document: Photo.schema)
        routes.post(.photoFavorite("{id}"), by: .editors(of: .places), as: change, use: mark)
        routes.post(
            .deletePhotoFavorite("{id}"), by: .editors(of: .places), as: change, use: unmark)
        routes.post(.photoViews("{id}"), by: .editors(of: .places), as: change, use: view)
        routes.post(
            .deletePhotoViews("{id}"), by: .editors(of: .places), as: change, use: removeFromRecents
        )
        routes.get(.photoImage("{id}"), by: .readers(of: .places), isPage: false, use: image)
        routes.get(
            .photoThumbnail("{id}"), by: .readers(of: .places), isPage: false, use: thumbnail)
    }

    // MARK: - Favorites

    private func mark(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try await album.photo(context) { $0.savedNumber }
        _ = try await Submission.changing {
            try await album.withSource { try await album.library.markFavorite(number) }
        }
        return try await changed(after: request, context, flash: .photoMarked)
    }

    private func unmark(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (document, next, number, isVanished) = try await album.photo(context) {
            (try json($0), self.next(after: request, $0), $0.savedNumber, $0.isVanished)
        }
        _ = try await Submission.changing { try await album.library.unmarkFavorite(number) }
        // A vanished photo was kept only because of its mark.
        guard !isVanished else {
            return site.changed(
                document, at: next ?? .favorites, after: request, flash: .photoUnmarked)
        }
        return try await changed(after: request, context, flash: .photoUnmarked)
    }

    // MARK: - Views

    private func view(_ request: Request, _ context: SiteContext) async throws -> Response {
        let now = site.household.now()
        try await change(context) { $0.view(at: now) }
        return try await changed(after: request, context, flash: .photoViewed)
    }

    private func removeFromRecents(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        try await change(context) { $0.removeFromRecents() }
        return try await changed(after: request, context, flash: .photoForgotten)
    }

    /// Changes the photo in an address, and saves.
    ///
    /// - Throws: a 404 if there is none.
    private func change(
        _ context: SiteContext, _ body: @escaping @Sendable (Photo) -> Void
    ) async throws {
        let number = try context.recordNumber
        let photos = album.photos(.recents)
        try await site.change { records in
            body(try photos.existing(number, in: records))
            if records.hasChanges { try site.household.save(records) }
        }
    }

    /// The response to a change, which returns to the list if the form was in one.
    private func changed(
        after request: Request, _ context: SiteContext, flash: FlashMessage
    ) async throws -> Response {
        let (document, number, next) = try await album.photo(context) {
            (try json($0), $0.savedNumber, self.next(after: request, $0))
        }
        return site.changed(
            document, at: .photo(number), then: next, after: request, flash: flash)
    }

    private func json(_ photo: Photo) throws -> JSONValue {
        try album.photos(.recents).json(DescribedValues(record: photo, title: photo.title ?? ""))
    }

    private func next(after request: Request, _ photo: Photo) -> SitePath? {
        switch request.uri.queryParameters.get("next") {
        case "recents": .recents
        case "favorites": .favorites(of: photo.place?.savedNumber ?? 0)
        default: nil
        }
    }

    // MARK: - Bytes

    private func image(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (image, version, title) = try await album.photo(context) {
            (PhotoImageReference($0), $0.version, $0.title ?? "")
        }
        let tag = EntityTag("image-\(image.number)-\(version)")
        if tag.matches(request) { return tag.notModified }
        let file = try await album.withSource { try await album.library.image(of: image) }
        let kind = try await file.kind()
        guard kind.pictureFormat != nil else {
            throw SiteError(
                status: .notFound, title: "This is not a photo",
                detail: "The file turned out to be \(kind.phrase).")
        }
        return try await file.response(
            as: kind.mimeType, ContentDisposition.inline(fileName: title, extension: nil),
            tag: tag, context)
    }

    /// An address with the current version is cacheable forever; any other is revalidated. The
    /// thumbnail is a new image without metadata, so it does not reveal the position.
    private func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (image, version) = try await album.photo(context) {
            (PhotoImageReference($0), $0.version)
        }
        let tag = EntityTag("thumbnail-\(image.number)-\(version)")
        // The picture need not be made again.
        if tag.matches(request) { return .thumbnail(Data(), tag, version: version, to: request) }
        let png = try await album.withSource {
            let file = try await album.library.image(of: image)
            // The path is valid only while the file lives.
            defer { withExtendedLifetime(file) {} }
            return try await context.timing.measure(.image) {
                try await album.site.household.imageProcessor.thumbnail(ofFileAt: file.path).png
            }
        }
        return .thumbnail(png, tag, version: version, to: request)
    }
}
