import Foundation

/// A store's file that a connection reads as if nobody wrote it, without a look at SQLite's locks.
struct UntouchedFile {
    let path: String
    /// By which it is known that this holds.
    private let identity: FileIdentity?

    /// Notes the file as it is, before it is read.
    init(path: String) {
        self.path = path
        identity = FileIdentity(path: path)
    }

    /// Whether nobody has written the file, and nobody has begun to write beside it.
    var isUntouched: Bool { isSame && access(path + "-wal", F_OK) != 0 }

    /// Makes sure that what was read is one state of the store. What stands beside the file does no
    /// harm to it.
    ///
    /// - Throws: `PersistenceError.storeReplaced` if the file was written meanwhile.
    func checkSame() throws {
        guard isSame else { throw PersistenceError.storeReplaced(path: path) }
    }

    private var isSame: Bool { FileIdentity(path: path) == identity }
}
