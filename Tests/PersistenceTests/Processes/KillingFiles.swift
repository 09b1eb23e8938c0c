import CSQLite
import Foundation

/// A layer between SQLite and its files that interrupts the process at an operation: a write, of
/// which half is done then, a sync, a truncation or a removal.
///
/// For a child process that works on one thread.
enum KillingFiles {
    /// The interruption at an operation.
    enum Interruption: Codable, Sendable {
        case nothing
        /// The process kills itself at an operation; 1 is the next one.
        case kill(at: Int)
        /// At each operation, the folder is copied into the other one, as `1`, `2` and so on: this
        /// is what a kill would leave there. It takes a hundredth of the time of starting and
        /// killing a process for each operation.
        case copy(String, into: String)
    }

    // Set before the first file is opened, and used by the single thread that writes.
    nonisolated(unsafe) private static var interruption = Interruption.nothing
    nonisolated(unsafe) private static var number = 0
    nonisolated(unsafe) private static var isInstalled = false
    nonisolated(unsafe) private static let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(
        capacity: 1)
    /// SQLite's methods for each type of file, by their replacements.
    nonisolated(unsafe) private static var usual: [UnsafePointer<Methods>: Methods] = [:]
    /// The replacements, by SQLite's methods.
    nonisolated(unsafe) private static var watched: [UnsafePointer<Methods>: Watched] = [:]

    private typealias Methods = sqlite3_io_methods
    private typealias Watched = UnsafeMutablePointer<Methods>

    /// Interrupts the process at its operations from now on.
    static func interrupt(_ interruption: Interruption) {
        self.interruption = interruption
        number = 0
        guard !isInstalled, let usual = sqlite3_vfs_find(nil) else { return }
        isInstalled = true
        files.initialize(to: usual.pointee)
        files.pointee.zName = UnsafePointer(strdup("killing"))
        open = usual.pointee.xOpen
        files.pointee.xOpen = { files, name, file, flags, outFlags in
            let code = KillingFiles.open?(files, name, file, flags, outFlags) ?? SQLITE_ERROR
            if let file { KillingFiles.watch(file) }
            return code
        }
        remove = usual.pointee.xDelete
        files.pointee.xDelete = { files, name, syncs in
            KillingFiles.count()
            return KillingFiles.remove?(files, name, syncs) ?? SQLITE_ERROR
        }
        sqlite3_vfs_register(files, 1)
    }

    nonisolated(unsafe) private static var open:
        (
            @convention(c) (
                UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?,
                UnsafeMutablePointer<sqlite3_file>?, Int32, UnsafeMutablePointer<Int32>?
            ) -> Int32
        )?
    nonisolated(unsafe) private static var remove:
        (
            @convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, Int32) ->
                Int32
        )?

    private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = file.pointee.pMethods else { return }
        let replacement = watched[methods] ?? replacement(for: methods)
        file.pointee.pMethods = UnsafePointer(replacement)
    }

    private static func replacement(for methods: UnsafePointer<Methods>) -> Watched {
        let replacement = Watched.allocate(capacity: 1)
        replacement.initialize(to: methods.pointee)
        replacement.pointee.xWrite = { KillingFiles.write($0, $1, $2, $3) }
        replacement.pointee.xSync = { file, flags in
            KillingFiles.count()
            return KillingFiles.methods(of: file)?.xSync(file, flags) ?? SQLITE_ERROR
        }
        replacement.pointee.xTruncate = { file, size in
            KillingFiles.count()
            return KillingFiles.methods(of: file)?.xTruncate(file, size) ?? SQLITE_ERROR
        }
        watched[methods] = replacement
        usual[UnsafePointer(replacement)] = methods.pointee
        return replacement
    }

    private static func methods(of file: UnsafeMutablePointer<sqlite3_file>?) -> Methods? {
        file?.pointee.pMethods.flatMap { usual[$0] }
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        let methods = methods(of: file)
        if isInterrupting { _ = methods?.xWrite(file, bytes, count / 2, offset) }
        self.count()
        return methods?.xWrite(file, bytes, count, offset) ?? SQLITE_ERROR
    }

    /// Whether the next operation is interrupted.
    static var isInterrupting: Bool {
        switch interruption {
        case .nothing: false
        case .kill(let operation): operation == number + 1
        case .copy: true
        }
    }

    /// Counts an operation, and interrupts the process if it is due. Without an interruption, as in
    /// the multithreaded test process, nothing is counted.
    static func count() {
        switch interruption {
        case .nothing: return
        case .kill(let operation):
            number += 1
            if number == operation { kill(getpid(), SIGKILL) }
        case .copy(let folder, let target):
            number += 1
            copy(folder, to: "\(target)/\(number)")
        }
    }

    /// Copies a folder in a separate process, since closing a file would release this process's
    /// locks on it.
    private static func copy(_ folder: String, to target: String) {
        let words: [String] = ["cp", "-a", folder, target]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var (process, status) = (pid_t(), Int32())
        let isStarted = posix_spawn(&process, "/bin/cp", nil, nil, &arguments, &environment) == 0
        guard isStarted, waitpid(process, &status, 0) == process, status == 0 else {
            fatalError("\(folder) cannot be copied.")
        }
        arguments.forEach { free($0) }
    }
}
