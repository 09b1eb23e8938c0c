import Foundation

/// A file beside a store that is there while somebody holds it, in this process or another one, and that
/// says who: it is made for that, and removed afterwards.
struct LockFile {
    let path: String
    /// The store's file as a holder has noted it that was killed. Nil if none was, and for a file that others have
    /// written since, as when it is a copy.
    let abandonedStore: FileNumber?
    private let storePath: String
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
                self.path = path
                self.storePath = storePath
                descriptor = file
                abandonedStore = Self.abandonedStore(file)
                note()
                return
            }
            Foundation.close(file)
        }
    }

    /// Writes down who holds the file, of which store's file, if that is there, and when. The lock holds without it.
    func note() {
        var text = "\(getpid())\n"
        if let store = FileNumber(path: storePath) { text += "\(store) \(time(nil))\n" }
        let bytes = Array(text.utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, bytes, bytes.count, 0) }
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

    private static func holder(_ file: Int32) -> String {
        let number = text(file).prefix { $0.isNumber }
        return number.isEmpty ? "held by another process" : "held by process \(number)"
    }

    private static func abandonedStore(_ file: Int32) -> FileNumber? {
        let words = text(file).split { $0 == "\n" || $0 == " " }
        var status = stat()
        guard words.count == 3, let noted = Int(words[2]), fstat(file, &status) == 0,
            abs(status.st_ctim.tv_sec - noted) <= 2
        else { return nil }
        return FileNumber(String(words[1]))
    }

    private static func text(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
