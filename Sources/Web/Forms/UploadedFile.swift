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

    /// Takes charge of the file at a path.
    init(fieldName: String, fileName: String, path: String, byteCount: Int) {
        self.fieldName = fieldName
        self.fileName = fileName
        self.path = path
        self.byteCount = byteCount
    }

    deinit {
        // A file that was moved away is not there any more, which is as it should be.
        unlink(path)
    }
}
