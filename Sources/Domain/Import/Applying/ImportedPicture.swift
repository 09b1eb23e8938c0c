import Foundation

/// The original of a photo or of a document that an import adds.
struct ImportedPicture: Sendable {
    /// Where its bytes are.
    enum Source: Sendable {
        case bytes(Data)
        /// A file of the data directory, which stays.
        case file(String)
    }

    /// The key that it goes by.
    let key: UUID
    let source: Source
}
