import Foundation

/// A file that came with a form, spooled to the data directory.
///
/// It is deleted when nothing refers to it any more; who wants to keep it moves it away before.
final class UploadedFile: Sendable {
    /// The name of the field that it came in.
    let fieldName: String
    /// The name that the client gave it, without folders. It is for people, and decides nothing.
    let fileName: String
    /// Where its bytes are.
    let path: String
    /// How many they are.
    let byteCount: Int
    /// Brings it to the disk.
    private let writing: Task<Void, any Error>

    /// Takes charge of the file at a path.
    ///
    /// - Parameter writing: brings it to the disk.
    init(
        fieldName: String, fileName: String, path: String, byteCount: Int,
        writing: Task<Void, any Error>
    ) {
        self.fieldName = fieldName
        self.fileName = fileName
        self.path = path
        self.byteCount = byteCount
        self.writing = writing
    }

    /// Waits until it is on the disk.
    ///
    /// - Throws: errors of the file system.
    func waitUntilWritten() async throws {
        try await writing.value
    }

    deinit {
        // A file that was moved away is not there any more, which is as it should be.
        unlink(path)
    }
}
