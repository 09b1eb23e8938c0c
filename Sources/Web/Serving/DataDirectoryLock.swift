import Domain
import Foundation

/// Keeps a data directory for one process.
///
/// The lock belongs to the open file, so it goes with the process however that ends.
final class DataDirectoryLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock.
    ///
    /// - Throws: ``ConfigurationError`` that names the process that has it.
    init(_ directory: DataDirectory) throws(ConfigurationError) {
        let path = directory.path + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .init("The file \(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw .init(
                """
                The data in \(directory.path) is in use by process \(holder). Stop that one \
                first, or name another folder with --data.
                """)
        }
        note("\(getpid())\n")
    }

    deinit {
        close(descriptor)
    }

    /// The number is for people only: the lock is what counts, so a failed write changes nothing.
    private func note(_ text: String) {
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }

    private static func holder(_ descriptor: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
