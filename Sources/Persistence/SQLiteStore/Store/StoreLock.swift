import Foundation
import Synchronization

/// Keeps other processes out of a store, by a locked file beside it that holds the process number.
///
/// Within a process a store may be opened several times; SQLite's own locks order the saves.
final class StoreLock: Sendable {
    /// The locks that this process holds, by path.
    private static let held = Mutex<[String: Held]>([:])

    private struct Held {
        var file: LockFile
        var users = 1
        let sharing = Sharing()
        /// Whether the one user lets in nobody else.
        var isExclusive: Bool
    }

    /// Whether there has been a second user since the first one. Each that reads asks for it.
    private final class Sharing: Sendable {
        let hasBegun = Atomic<Bool>(false)
    }

    /// The store's file as somebody has noted it who was killed while holding the store; nil if the one before
    /// this lock was not.
    let abandonedStore: FileNumber?

    private let sharing: Sharing
    private let path: String
    private let isReleased = Atomic<Bool>(false)

    /// - Throws: `PersistenceError.cannotOpen` that names the process which holds the store.
    convenience init(storePath: String) throws {
        try self.init(storePath: storePath, isExclusive: false)
    }

    /// Keeps everybody out, this process too, until it is released.
    ///
    /// - Throws: `PersistenceError.cannotOpen` that names who holds the store.
    convenience init(exclusivelyFor storePath: String) throws {
        try self.init(storePath: storePath, isExclusive: true)
    }

    private init(storePath: String, isExclusive: Bool) throws {
        let path = Self.lockPath(of: storePath)
        (sharing, abandonedStore) = try Self.held.withLock { held in
            guard var own = held[path] else {
                let file = try LockFile(path, storePath: storePath)
                let first = Held(file: file, isExclusive: isExclusive)
                held[path] = first
                return (first.sharing, file.abandonedStore)
            }
            guard !isExclusive, !own.isExclusive else {
                throw PersistenceError.cannotOpen(
                    path: storePath, reason: .locked("held by this process"))
            }
            own.users += 1
            own.sharing.hasBegun.store(true, ordering: .releasing)
            held[path] = own
            return (own.sharing, nil)
        }
        // Last: what has thrown before is no lock that could be released.
        self.path = path
    }

    /// Whether somebody has the store, this process too. The lock itself is not touched, which somebody else may
    /// want at this moment: the process that the file names is looked for.
    static func isHeld(storePath: String) -> Bool {
        let path = lockPath(of: storePath)
        guard held.withLock({ $0[path] == nil }) else { return true }
        guard let text = FileManager.default.contents(atPath: path),
            let process = Int32(String(decoding: text, as: UTF8.self).prefix { $0.isNumber })
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// However the store is spelled, it has one lock.
    private static func lockPath(of storePath: String) -> String {
        URL(fileURLWithPath: storePath).resolvingSymlinksInPath().path + "-lock"
    }

    /// Whether somebody else in this process has had the store since this lock was taken.
    var hadOthers: Bool { sharing.hasBegun.load(ordering: .acquiring) }

    /// Runs a closure if nobody else has had the store since this lock was taken, and lets nobody in
    /// meanwhile.
    func ifAlone(_ body: () -> Void) {
        Self.held.withLock { held in
            if held[path]?.sharing === sharing, !hadOthers { body() }
        }
    }

    /// Writes down which file the store's is, which was not there when the lock was taken.
    func noteFile() {
        Self.held.withLock { $0[path]?.file.note() }
    }

    deinit {
        release()
    }

    /// Lets others in.
    func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Self.held.withLock { held in
            guard var own = held[path] else { return }
            own.users -= 1
            held[path] = own.users > 0 ? own : nil
            guard own.users == 0 else { return }
            own.file.release()
        }
    }
}
