import Foundation
import HTTPTypes

/// An uploaded file, stored in the data directory.
///
/// It is deleted with the last reference to it, unless it was moved away before.
final class UploadedFile: Sendable {
    /// The name of its field.
    let fieldName: String
    /// The name from the client, without folders. It is only shown.
    let fileName: String
    /// The path of its content.
    let path: String
    let byteCount: Int
    /// The flush to the disk.
    private let writing: Task<Void, any Error>

    /// Takes ownership of the file at a path.
    ///
    /// - Parameter writing: the flush to the disk.
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

    /// Waits until the file is on the disk.
    ///
    /// - Throws: errors of the file system.
    func waitUntilWritten() async throws {
        try await writing.value
    }

    deinit {
        // A file that was moved away is no longer here, which is intended.
        unlink(path)
    }
}

/// An uploaded file above the size limit: its bytes were counted, not stored.
struct OversizedFile: Sendable, Equatable {
    /// The name of its field.
    let fieldName: String
    /// The name from the client; empty for none.
    var fileName = ""
    /// The number of bytes received.
    let byteCount: Int
    /// The maximum size of a file.
    let limit: Int

    /// The answer of a page without a field for the file.
    var error: SiteError { .tooLarge("The file", limit: limit, size: byteCount) }

    /// The rejection at the file's field, so that the form returns with its input.
    ///
    /// - Parameter hint: an alternative for the user. Default: none.
    func refusal(label: String, hint: String = "") -> ValidationErrors {
        let message =
            "it is \(ByteCount.text(byteCount)); at most \(ByteCount.text(limit)) are accepted\(hint)"
        return ValidationErrors(
            status: .contentTooLarge,
            faults: [FieldError(field: fieldName, label: label, message: message)],
            members: [("limit", .int(limit)), ("size", .int(byteCount))])
    }
}
