import Domain
import HTTPTypes
import Hummingbird
import Imaging
import Persistence

/// The image of a photo from its source, and its thumbnail.
struct PhotoImageController: RouteProvider {
    let album: PhotoAlbum

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.photoImage("{id}"), by: .readers(of: .places), isPage: false, use: image)
        routes.get(
            .photoThumbnail("{id}"), by: .readers(of: .places), isPage: false, use: thumbnail)
    }

    private func image(_ request: Request, _ context: SiteContext) async throws -> Response {
        let photo = try await album.photo(context)
        let tag = EntityTag("image-\(photo.recordNumber)-\(photo.imageVersion)")
        if tag.matches(request) { return tag.notModified }
        let file = try await album.withSource {
            try await album.library.image(of: photo.image)
        }
        let kind = try await file.kind()
        guard kind.pictureFormat != nil else {
            throw SiteError(
                status: .notFound, title: "This is not a photo",
                detail: "The file turned out to be \(kind.phrase).")
        }
        return try await file.response(
            as: kind.mimeType, ContentDisposition.inline(fileName: photo.title, extension: nil),
            tag: tag, context)
    }

    /// An address with the current version is cacheable forever; any other is revalidated. The
    /// thumbnail is a new image without metadata, so it does not reveal the position.
    private func thumbnail(_ request: Request, _ context: SiteContext) async throws -> Response {
        let photo = try await album.photo(context)
        let tag = EntityTag("thumbnail-\(photo.recordNumber)-\(photo.imageVersion)")
        if tag.matches(request) { return tag.notModified }
        let png = try await album.withSource {
            let file = try await album.library.image(of: photo.image)
            // The path is valid only while the file lives.
            defer { withExtendedLifetime(file) {} }
            return try await context.timing.measure(.image) {
                try await album.site.household.imageProcessor.thumbnail(ofFileAt: file.path).png
            }
        }
        return .thumbnail(png, tag, version: photo.imageVersion, to: request)
    }
}
