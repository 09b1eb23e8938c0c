import HTTPTypes
import Hummingbird
import NIOCore

/// The bytes of a file that is made while it is sent. Letting go of them ends the making.
final class PieceDownload: Sendable {
    private let handover: PieceHandover

    init(_ handover: PieceHandover) {
        self.handover = handover
    }

    deinit {
        handover.cancel()
    }

    /// The answer with the file. What is wrong before its first bytes is thrown; what comes later ends the
    /// connection, and the file is not whole.
    ///
    /// - Throws: why the file cannot be made.
    func response(mediaType: String, fileName: String) async throws -> Response {
        let first = try await handover.next()
        return Response(
            status: .ok,
            headers: [
                .contentType: mediaType,
                .contentDisposition: "attachment; filename=\"\(fileName)\"",
                .cacheControl: "no-store",
            ],
            body: ResponseBody { [self] writer in
                var piece = first
                while let bytes = piece {
                    try await writer.write(bytes)
                    piece = try await handover.next()
                }
                try await writer.finish(nil)
            })
    }
}
