import Foundation

/// The picture of an item that an import makes.
struct ImportedPicture: Sendable {
    /// The key of the item.
    let key: UUID
    /// A picture's file.
    let file: Data
}
