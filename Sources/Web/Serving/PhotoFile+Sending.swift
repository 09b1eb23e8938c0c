import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Imaging
import NIOPosix

extension PhotoFile {
    /// What the bytes are.
    ///
    /// - Throws: ``ImagingError`` if they cannot be read.
    func kind() async throws -> FileKind {
        try await NIOThreadPool.singleton.runIfActive {
            try withExtendedLifetime(self) { try FileKind.of(contentsOf: self.path) }
        }
    }

    /// The bytes, as the body of an answer: those that were opened, whatever has their place by now.
    ///
    /// - Throws: a 404 if they cannot be read.
    func body(_ context: SiteContext) async throws -> ResponseBody {
        let body = try await FileIO().loadFile(path: path, context: context)
        return ResponseBody(contentLength: body.contentLength) { writer in
            // The file is there as long as it is sent.
            try await body.write(writer)
            withExtendedLifetime(self) {}
        }
    }
}

extension Household {
    /// Reads a record and opens its original.
    ///
    /// What is deleted goes after its record. Where there is no file, the record is read again: it says whether
    /// that was deleted just now, or lost.
    ///
    /// - Parameter read: reads the record, and the key of its original.
    /// - Returns: the record, and its original; nil if that is lost.
    /// - Throws: what the closure throws; ``FileError``.
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
