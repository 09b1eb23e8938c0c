import Foundation
import HTTPTypes

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

/// A file that came with a form and was larger than files may be: its bytes were counted, not kept.
struct OversizedFile: Sendable, Equatable {
    /// The name of the field that it came in.
    let fieldName: String
    /// The name that its sender gave it; empty for none.
    var fileName = ""
    /// How many bytes came.
    let byteCount: Int
    /// How many a file may have.
    let limit: Int

    /// The answer of a page that has no field for it.
    var error: SiteError { .tooLarge("The file", limit: limit, size: byteCount) }

    /// The refusal of the field that it came in, so that the form comes back with what was typed.
    ///
    /// - Parameter hint: what else can be done. Default: nothing.
    func refusal(label: String, hint: String = "") -> FormRefusal {
        let message =
            "it is \(ByteCount.text(byteCount)); at most \(ByteCount.text(limit)) are accepted\(hint)"
        return FormRefusal(
            status: .contentTooLarge,
            faults: [FormFault(field: fieldName, label: label, message: message)],
            members: [("limit", .int(limit)), ("size", .int(byteCount))])
    }
}
