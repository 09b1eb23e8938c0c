import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The thumbnail of an item.
struct ItemThumbnailController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.itemThumbnail("{key}"), by: .readers(of: .inventory), isPage: false, use: show)
    }

    /// An address with the present version may be kept for good; any other has to ask again.
    @Sendable
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let known = request.headers[.ifNoneMatch]
        let found = try await site.household.container.read { records in
            try Item.find(key, in: records).flatMap { Found($0, known: known) }
        }
        guard let found else { throw SiteError.notFound("This item has no photo") }
        let isVersioned = request.uri.queryParameters.get("v") == found.version
        let headers: HTTPFields = [
            .contentType: "image/png",
            .eTag: found.tag.text,
            .cacheControl: isVersioned ? "private, max-age=31536000, immutable" : "no-cache",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: found.png)))
    }

    /// A thumbnail; its bytes are not read for a client that has them.
    private struct Found: Sendable {
        let version: String
        let tag: EntityTag
        let png: Data

        init?(_ item: Item, known: String?) {
            guard let version = item.thumbnailVersion else { return nil }
            self.version = version
            tag = EntityTag(version)
            png = known == tag.text ? Data() : item.thumbnail ?? Data()
        }
    }
}
