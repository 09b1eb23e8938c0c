import Domain
import Imaging

/// Photos that a form adds to a place.
struct PhotoUpload: Sendable {
    /// The field for them.
    static let field = "photo"
    /// How many come with one form.
    static let mostFiles = 100

    private let files: [UploadedFile]

    /// Reads the files of a form.
    ///
    /// - Throws: ``FormRefusal`` if there is none, there are too many, or one is too large.
    init(_ form: FormData) throws {
        if let oversized = form.oversizedFile(Self.field) {
            throw oversized.refusal(label: "Photos")
        }
        files = form.files.filter { $0.fieldName == Self.field }
        if files.isEmpty {
            let hasText = form[Self.field]?.isEmpty == false
            throw Self.refusal(
                hasText
                    ? "they have to come as files (curl: -F photo=@beach.jpg)"
                    : "choose one at least")
        }
        if files.count > Self.mostFiles {
            throw Self.refusal("\(files.count) came; at most \(Self.mostFiles) at once")
        }
    }

    /// Adds all of them, or none if one is no picture that can be opened.
    ///
    /// - Returns: the numbers of their records.
    /// - Throws: ``FormRefusal``.
    func add(to place: Int64, _ library: PhotoLibrary) async throws -> [Int64] {
        do {
            return try await library.add(files.map { ($0.path, $0.fileName) }, to: place)
        } catch let unusable as PhotoLibrary.UnusablePhoto {
            let label = files.count > 1 ? "“\(unusable.name)”" : "Photos"
            throw try FormRefusal(ofPicture: unusable.reason, field: Self.field, label: label)
        } catch let error as PhotoSourceError {
            throw Self.refusal(error.description)
        }
    }

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: field, label: "Photos", message: message)])
    }
}
