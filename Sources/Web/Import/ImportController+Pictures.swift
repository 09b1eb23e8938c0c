import Domain
import Hummingbird
import Imaging
import NIOCore
import NIOPosix

extension ImportController {
    /// The thumbnail of a row in a preview.
    @Sendable func showPicture(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let token = try token(context)
        let text: String = try context.parameter("index")
        let file = try await NIOThreadPool.singleton.runIfActive { [household, place] in
            try household.imports.file(for: token).flatMap {
                place.takes($0.kind) ? $0 : nil
            }
        }
        do {
            guard let file, let index = Int(text),
                let png = try await household.picture(ofRowAt: index, of: file)
            else { throw SiteError.notFound("There is no picture of this") }
            return Response(
                status: .ok,
                headers: [.contentType: "image/png", .cacheControl: "private, max-age=60"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
        } catch let error where household.imports.hasLost(token, error) {
            throw SiteError.notFound("There is no picture of this")
        } catch ImagingError.busy(let seconds) {
            throw SiteError.busy(retryAfterSeconds: seconds)
        } catch let error as ImagingError {
            throw SiteError(
                status: .notFound, title: "There is no picture of this",
                detail: "\(error.description).")
        }
    }
}
