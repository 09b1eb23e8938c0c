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
        files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "they have to come as files (curl: -F photo=@beach.jpg)")
    }

    /// Adds all of them, or none if one is no picture that can be opened.
    ///
    /// - Returns: the numbers of their records.
    /// - Throws: ``FormRefusal``.
    func add(to place: Int64, _ library: PhotoLibrary) async throws -> [Int64] {
        do {
            return try await PostMemory.changing {
                try await library.add(files.map { ($0.path, $0.fileName) }, to: place)
            }
        } catch let unusable as PhotoLibrary.UnusablePhoto {
            let label = files.count > 1 ? "“\(unusable.name)”" : "Photos"
            throw try FormRefusal(ofPicture: unusable.reason, field: Self.field, label: label)
        } catch let error as PhotoSourceError {
            throw FormRefusal(Self.field, "Photos", error.description)
        }
    }
}
