import Domain
import Hummingbird
import Persistence

/// The lists of places and of photos, and uploads to a place.
struct PlacesController: RouteProvider {
    let album: PhotoAlbum

    private var site: Site { album.site }

    func addRoutes(to routes: inout SiteRoutes) {
        for view in [PlaceView.all, .favorites] {
            let places = album.places(view)
            routes.addList(at: places.paths.list, by: .readers(of: .places), of: places)
        }
        routes.addList(
            at: .place("{id}"), by: .readers(of: .places), of: album.photos(.place(0))
        ) {
            album.photos(.place(try $0.recordNumber))
        }
        routes.addList(
            at: .favorites(of: "{id}"), by: .readers(of: .places), of: album.photos(.favorites(0))
        ) {
            album.photos(.favorites(try $0.recordNumber))
        }
        routes.addList(
            at: .recents, by: .readers(of: .places), of: album.photos(.recents))
        routes.post(
            .placePhotos("{id}"), by: .editors(of: .places),
            as: .form(.file("photo", several: true), gives: .records(PhotoValues.schema)).adding,
            use: add)
    }

    private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let photos = album.photos(.place(number))
        try await site.household.container.read { try photos.checkOwner(in: $0) }
        let form = try await site.form(of: request, fileField: PhotoUpload.field)
        return try await site.answer(request, context, orRefuse: "The photos were not added") {
            let added = try await PhotoUpload(form).add(to: number, album.library)
            let values = try await site.household.container.read { records in
                try added.map { PhotoValues(try photos.existing($0, in: records)) }
            }
            return site.changed(
                .object([("records", .array(try values.map { try $0.json(album.links) }))]),
                status: .created, at: .place(number), after: request, flash: .photosAdded)
        } showing: { refusal in
            var page = try await site.household.container.read { records in
                try photos.indexPage(ListRequest(), in: records)
            }
            page.show(refusal)
            return page
        }
    }
}
