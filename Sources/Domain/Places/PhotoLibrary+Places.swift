import Foundation
import Persistence

extension PhotoLibrary {
    /// The reason why a place cannot be added.
    public enum UnusableName: Error, Equatable {
        /// Folders cannot have the name.
        case noFolderName
        /// A place has the name already.
        case isTaken
        /// The folder cannot be created.
        case noFolder(String)
    }

    /// Adds a place without photos, as a folder.
    ///
    /// - Parameter name: its name; a nested one is `Italy / Rome`.
    /// - Returns: its record number.
    /// - Throws: ``UnusableName``, ``PhotoSourceError``, and errors of the store.
    public func addPlace(named name: String) async throws -> Int64 {
        guard let id = PhotoFolder.id(ofPlaceNamed: name), !id.isEmpty else {
            throw UnusableName.noFolderName
        }
        do {
            try await onThread { [folder] in
                let missing = try folder.missingFolders(of: id)
                guard !missing.isEmpty else { throw UnusableName.isTaken }
                try PhotoFolder.make(missing)
            }
        } catch let error as FileError {
            throw UnusableName.noFolder("\(error)")
        }
        _ = try await look(at: .folders([id]))
        return try await household.container.read { [folder] context in
            guard let place = try Place.find(id, of: folder.name, in: context),
                let number = place.objectID.recordNumber
            else { throw PhotoSourceError.noSuchPlace(id) }
            return number
        }
    }
}
