import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Serves the pictures of the guide. They are as large as all other public files together and
/// rarely viewed, so each one is read on request.
struct GuidePictures: RouteProvider {
    /// The folder in `Public`.
    static let folder = "guide"
    private static let suffix = ".webp"

    let publicDirectory: String

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .guidePicture("{picture}"), by: .everybody, isPage: false, as: .file("image/webp"),
            use: show)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let name: String = try context.parameter("picture")
        guard Self.isName(name) else { throw SiteError.notFound() }
        let path = "\(publicDirectory)/\(Self.folder)/\(name)"
        let data = try await NIOThreadPool.singleton.runIfActive { () throws -> Data? in
            do {
                return try Data(contentsOf: URL(fileURLWithPath: path))
            } catch CocoaError.fileReadNoSuchFile {
                return nil
            }
        }
        guard let data else { throw SiteError.notFound() }
        var hash = ContentHash()
        data.withUnsafeBytes { hash.add($0) }
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/webp", .cacheControl: "no-cache",
                .eTag: EntityTag(hash.text).text,
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// Only plain file names reach the file system.
    private static func isName(_ name: String) -> Bool {
        name.hasSuffix(suffix)
            && name.utf8.dropLast(suffix.utf8.count).allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}
