import Domain
import Foundation
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
