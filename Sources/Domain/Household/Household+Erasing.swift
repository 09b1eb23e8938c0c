import Foundation
import Persistence

extension Household {
    /// Takes what was deleted out of the store's files: to be called after the save that removed,
    /// deleted or merged a person.
    ///
    /// Deleted records are overwritten with zeros when they are deleted. What is left is the log,
    /// which is emptied here, and the copy from before the last migration, which is removed.
    /// - Throws: ``HouseholdError`` if someone has read an older state all the while, and errors of
    ///   the store and of the file system.
    public func eraseTraces() async throws {
        let isEmpty = try await container.write { [container] _ in
            try (0..<Self.attempts).contains { _ in try container.checkpoint() }
        }
        guard isEmpty else {
            throw HouseholdError(
                "The log of \(directory.store) is in use and still has what was deleted. Try again."
            )
        }
        try removeCopy()
    }

    private static var attempts: Int { 3 }

    private func removeCopy() throws {
        let store = URL(fileURLWithPath: directory.store)
        let name = store.deletingPathExtension().lastPathComponent + "-before-migration"
        let files = FileManager.default
        for file in try files.contentsOfDirectory(atPath: directory.path)
        where file.hasPrefix(name) || file.hasPrefix(".\(name)") {
            try files.removeItem(atPath: "\(directory.path)/\(file)")
        }
    }
}
