import Foundation
import Synchronization

/// Excludes other processes from a store by a locked file beside it, which contains the process
/// number.
///
/// A process may open a store several times; SQLite's locks serialize the saves.
final class StoreLock: Sendable {
    /// The locks of this process, by path.
    private static let held = Mutex<[String: Held]>([:])

    private struct Held {
        var file: LockFile
        var users = 1
        let sharing = Sharing()
        /// Whether no second user is allowed.
        var isExclusive: Bool
    }

    /// Whether there has been a second user since the first one; every reader asks.
    private final class Sharing: Sendable {
        let hasBegun = Atomic<Bool>(false)
    }

    /// The store's file as recorded by a holder that was killed; nil if the last holder was not.
    let abandonedStore: FileNumber?

    private let sharing: Sharing
    private let path: String
    private let isReleased = Atomic<Bool>(false)

    /// - Throws: `PersistenceError.cannotOpen` with the process that holds the store.
    convenience init(storePath: String) throws {
        try self.init(storePath: storePath, isExclusive: false)
    }

    /// Excludes all others, even in this process, until it is released.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the holder of the store.
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
        // Set last, because after an error there is no lock to release.
        self.path = path
    }

    /// Whether the store is held, by this process or another one. The process in the file is looked
    /// up, without touching the lock, which another process may be about to take.
    static func isHeld(storePath: String) -> Bool {
        let path = lockPath(of: storePath)
        guard held.withLock({ $0[path] == nil }) else { return true }
        guard let text = FileManager.default.contents(atPath: path),
            let process = Int32(String(decoding: text, as: UTF8.self).prefix { $0.isNumber })
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// All spellings of a path have the same lock.
    private static func lockPath(of storePath: String) -> String {
        URL(fileURLWithPath: storePath).resolvingSymlinksInPath().path + "-lock"
    }

    /// Whether there were other users in this process since this lock was taken.
    var hadOthers: Bool { sharing.hasBegun.load(ordering: .acquiring) }

    /// Runs a closure, and excludes others meanwhile, if there were no other users since this lock
    /// was taken.
    func ifAlone(_ body: () -> Void) {
        Self.held.withLock { held in
            if held[path]?.sharing === sharing, !hadOthers { body() }
        }
    }

    /// Records the identity of the store's file, which did not exist when the lock was taken.
    func recordFile() {
        Self.held.withLock { $0[path]?.file.record() }
    }

    deinit {
        release()
    }

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

/// A file beside a store that exists only while it is held, and names the holder.
struct LockFile {
    let path: String
    /// The store's file as recorded by a holder that was killed. Nil if none was, and if the file
    /// was written since, as for a copy.
    let abandonedStore: FileNumber?
    private let storePath: String
    private let descriptor: Int32

    /// Takes the file.
    ///
    /// - Parameters:
    ///   - storePath: the store's path in errors.
    ///   - waits: whether to wait for another holder. Default: false.
    /// - Throws: `PersistenceError.cannotOpen` with the process that holds it.
    init(_ path: String, storePath: String, waits: Bool = false) throws {
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                throw PersistenceError.cannotOpen(
                    path: storePath, reason: StoreOpenFailure(systemError: errno, path: path))
            }
            guard Self.lock(file, waits: waits) else {
                let holder = Self.holder(file)
                Foundation.close(file)
                throw PersistenceError.cannotOpen(path: storePath, reason: .locked(holder))
            }
            // The last holder may have removed the file while this one opened it.
            if Self.isCurrent(file, path) {
                self.path = path
                self.storePath = storePath
                descriptor = file
                abandonedStore = Self.abandonedStore(file)
                record()
                return
            }
            Foundation.close(file)
        }
    }

    /// Records the process, the store's file if it exists, and the time. The lock works without
    /// them.
    func record() {
        var text = "\(getpid())\n"
        if let store = FileNumber(path: storePath) { text += "\(store) \(time(nil))\n" }
        let bytes = Array(text.utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, bytes, bytes.count, 0) }
    }

    /// Removes the file and its lock.
    func release() {
        unlink(path)
        Foundation.close(descriptor)
    }

    private static func lock(_ file: Int32, waits: Bool) -> Bool {
        while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private static func isCurrent(_ file: Int32, _ path: String) -> Bool {
        var own = stat()
        var named = stat()
        return fstat(file, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }

    private static func holder(_ file: Int32) -> String {
        let number = text(file).prefix { $0.isNumber }
        return number.isEmpty ? "held by another process" : "held by process \(number)"
    }

    private static func abandonedStore(_ file: Int32) -> FileNumber? {
        let words = text(file).split { $0 == "\n" || $0 == " " }
        var status = stat()
        guard words.count == 3, let recorded = Int(words[2]), fstat(file, &status) == 0,
            abs(status.st_ctim.tv_sec - recorded) <= 2
        else { return nil }
        return FileNumber(String(words[1]))
    }

    private static func text(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
