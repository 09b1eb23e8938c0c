import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Imaging
import NIOPosix

extension PhotoFile {
    /// The kind of file.
    ///
    /// - Throws: ``ImagingError`` if it cannot be read.
    func kind() async throws -> FileKind {
        try await NIOThreadPool.singleton.runIfActive {
            try withExtendedLifetime(self) { try FileKind.of(contentsOf: self.path) }
        }
    }

    /// The contents as the body of a response, even if the file is replaced meanwhile.
    ///
    /// - Throws: a 404 if they cannot be read.
    func body(_ context: SiteContext) async throws -> ResponseBody {
        let body = try await FileIO().loadFile(path: path, context: context)
        return ResponseBody(contentLength: body.contentLength) { writer in
            // Keeps the file while it is sent.
            try await body.write(writer)
            withExtendedLifetime(self) {}
        }
    }

    /// The response with the file. It is untrusted, so browsers must not treat it as part of this
    /// site.
    ///
    /// - Throws: a 404 if it cannot be read.
    func response(
        as mediaType: String, _ disposition: String, tag: EntityTag? = nil,
        policy: String = "default-src 'none'; sandbox", _ context: SiteContext
    ) async throws -> Response {
        var headers: HTTPFields = [
            .contentType: mediaType, .cacheControl: "no-cache", .contentDisposition: disposition,
            .contentSecurityPolicy: policy,
        ]
        headers[.eTag] = tag?.text
        return Response(status: .ok, headers: headers, body: try await body(context))
    }
}

extension Household {
    /// Reads a record and opens its original.
    ///
    /// A deleted file goes after its record. So if the file is missing, the record is read again to
    /// find out whether it was deleted just now, or the file is lost.
    ///
    /// - Parameter read: reads the record, and the key of its original.
    /// - Returns: the record, and its original; nil if that is lost.
    /// - Throws: errors of the closure; ``FileError``.
    func original<Record>(
        of read: () async throws -> (Record, UUID)
    ) async throws -> (record: Record, file: PhotoFile?) {
        let (record, key) = try await read()
        if let file = try itemImages.open(key) { return (record, file) }
        let (again, keyAgain) = try await read()
        let file = try itemImages.open(keyAgain)
        return (again, file)
    }
}
