import Foundation

/// A file beside a store that is there while somebody holds it, in this process or another one, and that
/// says who: it is made for that, and removed afterwards.
struct LockFile {
    let path: String
    private let descriptor: Int32

    /// Takes the file.
    ///
    /// - Parameters:
    ///   - storePath: the store that is told in an error.
    ///   - waits: whether somebody else who has it is waited for. Default: false.
    /// - Throws: `PersistenceError.cannotOpen`, which names the process that has it.
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
            // The holder before may have removed the file while this one waited to be opened.
            if Self.isCurrent(file, path) {
                Self.note(file)
                self.path = path
                descriptor = file
                return
            }
            Foundation.close(file)
        }
    }

    /// Removes the file, and lets others in.
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

    private static func note(_ file: Int32) {
        let text = Array("\(getpid())\n".utf8)
        // The number is for a person to read; the lock holds without it.
        if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
    }

    private static func holder(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let number = text.prefix { $0.isNumber }
        return number.isEmpty ? "held by another process" : "held by process \(number)"
    }
}
