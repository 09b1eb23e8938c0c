import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import NIOCore
import Persistence

/// Serves the bytes of an attribute, and a thumbnail of them.
struct ModelBytesController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .modelBytes("{entity}", "{id}", "{attribute}"), by: .readers(of: .overview),
            isPage: false, as: .file("*/*"), use: show)
        routes.get(
            .modelThumbnail("{entity}", "{id}", "{attribute}"), by: .readers(of: .overview),
            isPage: false, use: showThumbnail)
    }

    /// Files other than pictures are downloaded and not shown, so that they cannot act as a part of
    /// this site.
    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (name, data) = try await bytes(context)
        let format = try FileKind.of(data).pictureFormat
        return Response(
            status: .ok,
            headers: [
                .contentType: format?.mimeType ?? "application/octet-stream",
                .cacheControl: "no-cache",
                .contentDisposition: format == nil
                    ? ContentDisposition.attachment(fileName: name + ".bin")
                    : ContentDisposition.inline(
                        fileName: name, extension: format?.fileExtension),
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    private func showThumbnail(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let (_, data) = try await bytes(context)
        let path = "\(browser.folder)/thumbnail-\(UUID().uuidString)"
        defer { unlink(path) }
        try data.write(to: URL(fileURLWithPath: path))
        do {
            let thumbnail = try await browser.imageProcessor.thumbnail(ofFileAt: path)
            return Response(
                status: .ok,
                headers: [.contentType: "image/png", .cacheControl: "private, max-age=60"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: thumbnail.png)))
        } catch ImagingError.busy(let seconds) {
            throw SiteError.busy(retryAfterSeconds: seconds)
        } catch let error as ImagingError {
            throw SiteError(
                status: .notFound, title: "There is no picture of this",
                detail: "\(error.description).")
        }
    }

    /// The bytes for an address, with a file name.
    ///
    /// - Throws: a 404 if there are none.
    private func bytes(_ context: SiteContext) async throws -> (name: String, data: Data) {
        let (entity, number) = try browser.record(context)
        let attribute: String = try context.parameter("attribute")
        guard let slot = entity.slot(named: attribute), slot.isBinary, !slot.isTransient else {
            throw SiteError.notFound("\(entity.name) has no bytes of this name")
        }
        do {
            let bytes = RecordBytes(browser, entity.name, number, slot)
            guard let data: Data = try await bytes.read() else {
                throw SiteError.notFound("There is no value")
            }
            return ("\(entity.name)-\(number)-\(slot.name)", data)
        } catch PersistenceError.objectNotFound {
            throw SiteError.notFound("There is no \(entity.name) \(number)")
        } catch PersistenceError.missingExternalFile(let path) {
            throw SiteError(
                status: .notFound, title: "The file of this value is missing",
                detail: "Copy it to \(path) from where the store came from.")
        }
    }
}
