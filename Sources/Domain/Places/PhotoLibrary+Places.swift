import Foundation
import Persistence

extension PhotoLibrary {
    /// Why a place cannot be added by a name.
    public enum UnusableName: Error, Equatable {
        /// No folder can have it.
        case noFolderName
        /// There is a place of that name.
        case isTaken
        /// The folder cannot be made.
        case noFolder(String)
    }

    /// Adds a place without photos: a folder of the owner's.
    ///
    /// - Parameter name: its name; one that is in another is `Italy / Rome`.
    /// - Returns: the number of its record.
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
