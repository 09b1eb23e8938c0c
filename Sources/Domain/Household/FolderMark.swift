import Foundation
import Persistence

/// The mark that connects a database with the folder of its servers: the same text in a file of the
/// folder and in the store's metadata.
///
/// A copy of a store has none (``PersistentStoreMetadata/localPrefix``), and gets a new one when it
/// is first opened.
struct FolderMark {
    private static let key = PersistentStoreMetadata.localPrefix + "folder"

    private let file: String

    /// - Parameter folder: the folder of the servers.
    init(folder: String) {
        file = folder + "/database-mark"
    }

    /// Whether the folder has the mark of a store.
    ///
    /// - Throws: ``HouseholdError`` if the mark of the folder cannot be read.
    func isOf(_ store: PersistentStoreMetadata) throws -> Bool {
        try Self.mark(of: store).map { try $0 == own } ?? false
    }

    /// The metadata that connects a store with the folder: none if they are connected already; a
    /// new mark, also written to the folder, if the store has none, or the folder is to be adopted.
    ///
    /// - Parameter adopts: whether to adopt the folder.
    /// - Returns: nil if the store has another folder.
    /// - Throws: ``HouseholdError`` if the folder cannot be read or written to.
    func connection(
        with store: PersistentStoreMetadata, adopts: Bool
    ) throws -> [String: AttributeValue]? {
        if try isOf(store) { return [:] }
        guard adopts || Self.mark(of: store) == nil else { return nil }
        let mark = UUID().uuidString
        do {
            try Data(mark.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw HouseholdError("The file \(file) cannot be written: \(error)")
        }
        return [Self.key: .string(mark)]
    }

    private var own: String? {
        get throws {
            guard access(file, F_OK) == 0 else { return nil }
            do {
                return try String(contentsOfFile: file, encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            } catch {
                throw HouseholdError("The file \(file) cannot be read: \(error)")
            }
        }
    }

    private static func mark(of store: PersistentStoreMetadata) -> String? {
        guard case .string(let mark) = store.value(forKey: key) else { return nil }
        return mark
    }
}

extension DataDirectory {
    /// Makes sure that the folder is the one of all servers on the database.
    ///
    /// - Parameter adopts: whether to make it that folder, whatever the others have.
    /// - Throws: ``HouseholdError`` if the others have another one; errors of the store.
    func connectFolder(adopting adopts: Bool) throws {
        guard isShared else { return }
        let mark = FolderMark(folder: path)
        // Usually it is: then there is no need to wait for a writer.
        if try mark.isOf(PersistentStoreCoordinator.metadataForPersistentStore(at: storeLocation)) {
            return
        }
        try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: storeLocation) { store in
            if let values = try mark.connection(with: store, adopts: adopts) { return values }
            throw HouseholdError(
                """
                The folder \(path) is not the one with the pictures of \(place): the servers on that database have \
                another folder. Start with theirs (--images), on a disk that all of them reach. If \(path) is to be \
                the folder of all of them from now on, because it was moved or brought back, start the server \
                with --adopt-images, and the others with the same folder.
                """)
        }
    }
}

extension Household {
    /// Whether the folder is still the one of all servers on the database, which may have adopted
    /// another one.
    ///
    /// - Throws: errors of the store.
    public func sharesFolder() throws -> Bool {
        guard directory.isShared,
            let store = try Self.metadata(ofStoreAt: directory.storeLocation)
        else { return true }
        return try FolderMark(folder: directory.path).isOf(store)
    }
}
