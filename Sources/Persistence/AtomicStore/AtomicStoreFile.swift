import Foundation
import Synchronization

/// The file of an atomic store: it is read and written as a whole.
final class AtomicStoreFile: Sendable {
    let path: String
    private let identity = Mutex<FileIdentity?>(nil)

    init(path: String) {
        self.path = path
    }

    private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
    private var temporaryPath: String { path + "-new" }

    /// The bytes of the file.
    func read() throws -> Data {
        // Noted first: what changes while it is read is found by the next save.
        identity.withLock { $0 = current }
        return try Self.read(path)
    }

    static func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError {
            let cause = (error.underlying as? POSIXError)?.code.rawValue
            throw PersistenceError.cannotOpen(
                path: path,
                reason: cause.map { StoreOpenFailure(systemError: $0, path: path) }
                    ?? .other(error.localizedDescription))
        }
    }

    /// Puts new bytes in the place of the old ones: whenever this is interrupted, the file is whole,
    /// and has either.
    ///
    /// - Throws: `PersistenceError.storeReplaced` if somebody else has written the file since it was
    ///   read.
    func write(_ data: Data) throws {
        if let known = identity.withLock({ $0 }), known != current {
            throw PersistenceError.storeReplaced(path: path)
        }
        try Self.write(data, to: path)
        identity.withLock { $0 = current }
    }

    static func write(_ data: Data, to path: String) throws {
        let temporary = path + "-new"
        unlink(temporary)
        try DurableFile.write(data, to: temporary)
        do {
            try DurableFile.rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try DurableFile.syncDirectory(
            URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Removes what a process that was killed has left.
    func removeLeftovers() {
        unlink(temporaryPath)
    }

    private var current: FileIdentity? { FileIdentity(path: path) }
}
