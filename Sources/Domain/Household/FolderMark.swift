import Foundation
import Persistence

/// The mark by which a database and the folder of its servers know that they belong together: the same text in a file
/// of the folder and in what the store says about itself.
///
/// A copy of a store has none (``PersistentStoreMetadata/localPrefix``), and gets a new one when it is opened first.
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

    /// The values that a store has to note so that the folder is its own: none if the folder has its mark already; a new
    /// mark, which the folder gets too, if the store has none, or the start says that the folder is to be the one.
    ///
    /// - Parameter adopts: whether the start says so.
    /// - Returns: nil if the folder is not that of the store.
    /// - Throws: ``HouseholdError`` if the folder cannot be read or written to.
    func settled(
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
    /// Sees to it that the folder is the one that all servers on the database have.
    ///
    /// - Parameter adopts: whether it is to be that from now on, whatever the others have.
    /// - Throws: ``HouseholdError`` if the others have another one; errors of the store.
    func settleMark(adopting adopts: Bool) throws {
        guard isShared else { return }
        let mark = FolderMark(folder: path)
        // Most often it is: then no writer has to be waited for.
        if try mark.isOf(PersistentStoreCoordinator.metadataForPersistentStore(at: storeLocation)) {
            return
        }
        try PersistentStoreCoordinator.setMetadata(forPersistentStoreAt: storeLocation) { store in
            if let values = try mark.settled(with: store, adopts: adopts) { return values }
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
    /// Whether the folder is still the one that the servers on the database have: they may have been given another
    /// one since.
    ///
    /// - Throws: errors of the store.
    public func sharesFolder() throws -> Bool {
        guard directory.isShared,
            let store = try Self.metadata(ofStoreAt: directory.storeLocation)
        else { return true }
        return try FolderMark(folder: directory.path).isOf(store)
    }
}
