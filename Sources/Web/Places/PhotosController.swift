import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// One photo, with its favorite mark and its views.
struct PhotosController: RouteProvider {
    let album: PhotoAlbum

    private var site: Site { album.site }

    func addRoutes(to routes: inout SiteRoutes) {
        PageActions(album.photos(.recents)).addRoutes(to: &routes)
        let change = RouteDescription(
            query: [.choice("next", ["recents", "favorites"])], document: PhotoValues.schema)
        routes.post(.photoFavorite("{id}"), by: .editors(of: .places), as: change, use: mark)
        routes.post(
            .deletePhotoFavorite("{id}"), by: .editors(of: .places), as: change, use: unmark)
        routes.post(.photoViews("{id}"), by: .editors(of: .places), as: change, use: view)
        routes.post(
            .deletePhotoViews("{id}"), by: .editors(of: .places), as: change, use: removeFromRecents
        )
    }

    // MARK: - Favorites

    private func mark(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try await album.photo(context).recordNumber
        _ = try await Submission.changing {
            try await album.withSource { try await album.library.markFavorite(number) }
        }
        return try await changed(after: request, context, flash: .photoMarked)
    }

    private func unmark(_ request: Request, _ context: SiteContext) async throws -> Response {
        let photo = try await album.photo(context)
        _ = try await Submission.changing {
            try await album.library.unmarkFavorite(photo.recordNumber)
        }
        let next = next(after: request, photo)
        // A vanished photo was kept only because of its mark.
        guard !photo.isVanished else {
            return site.changed(
                try photo.json(album.links), at: next ?? .favorites, after: request,
                flash: .photoUnmarked)
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
        let photo = try await album.photo(context)
        return site.changed(
            try photo.json(album.links), at: .photo(photo.recordNumber),
            then: next(after: request, photo), after: request, flash: flash)
    }

    private func next(after request: Request, _ photo: PhotoValues) -> SitePath? {
        switch request.uri.queryParameters.get("next") {
        case "recents": .recents
        case "favorites": .favorites(of: photo.place.number)
        default: nil
        }
    }
}
