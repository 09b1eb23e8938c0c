import Foundation

/// The files beside a store that hold its large values.
struct ExternalData: Sendable {
    /// The path of the store's file.
    let storePath: String
    /// `.NAME_SUPPORT`, where NAME is that of the store's file without its extension.
    let supportDirectory: String
    /// Where the files are.
    var directory: String { supportDirectory + "/_EXTERNAL_DATA" }
    /// Values of at least this many bytes get a file.
    let threshold: Int
    /// Whether the store's file, `NAME-new`, is made to take the place of another one. Until then its
    /// files are of use to nobody.
    let isStaged: Bool

    init(storePath: String, threshold: Int, isStaged: Bool = false) {
        self.isStaged = isStaged
        self.storePath = storePath
        let store = URL(fileURLWithPath: storePath)
        let name = store.deletingPathExtension().lastPathComponent
        supportDirectory =
            store.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT").path
        self.threshold = threshold
    }

    func path(of name: String) -> String { "\(directory)/\(name)" }

    /// The file that holds the names of files which are made or given up. Stores whose files differ in
    /// their extension share the folder, and not this; one that is made to take the place of a store
    /// has the one of the store, which removes what is left of it.
    var journalPath: String { "\(supportDirectory)/\(journalName)" }

    /// The file that takes the place of that one once it is written. No store has a journal of this
    /// name.
    var newJournalPath: String { "\(supportDirectory)/new-\(journalName)" }

    /// Whether a file is a journal, of whichever store.
    static func isJournal(_ path: String) -> Bool {
        URL(fileURLWithPath: path).lastPathComponent.hasPrefix("pending-files-")
    }

    private var journalName: String {
        let file = URL(fileURLWithPath: storePath).lastPathComponent
        let name = isStaged && file.hasSuffix("-new") ? String(file.dropLast(4)) : file
        return "pending-files-\(name)"
    }

    /// The size of the value of a column of an attribute that may live in a file; 0 if the file is
    /// missing, which reading it then reports.
    func byteCount(of stored: Data) -> Int {
        switch ExternalMarker(stored) {
        case .inline(let data): return data.count
        case .unknown: return 0
        case .file(let name):
            var status = stat()
            return stat(path(of: name), &status) == 0 ? Int(status.st_size) : 0
        }
    }

    /// - Throws: `PersistenceError.missingExternalFile`, or `corruptStore` if the file is there but
    ///   cannot be read.
    func read(_ name: String) throws -> Data {
        let path = path(of: name)
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            guard access(path, F_OK) == 0 else {
                throw PersistenceError.missingExternalFile(path: path)
            }
            throw unreadable(path, "\(error)")
        }
    }

    /// Calls a closure with the bytes of a file, so many at a time.
    ///
    /// - Throws: as ``read(_:)`` does, and what the closure throws.
    func read(_ name: String, inPiecesOf size: Int, _ body: (Data) throws -> Void) throws {
        let path = path(of: name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { throw PersistenceError.missingExternalFile(path: path) }
            throw unreadable(path, String(cString: strerror(errno)))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while true {
            let piece: Data?
            do { piece = try file.read(upToCount: size) } catch {
                throw unreadable(path, "\(error)")
            }
            guard let piece, !piece.isEmpty else { return }
            try body(piece)
        }
    }

    private func unreadable(_ path: String, _ cause: String) -> PersistenceError {
        .corruptStore(path: path, reason: "the external file cannot be read: \(cause)")
    }

    /// Writes a value to a new file and waits until it is on the disk.
    func write(_ data: Data, as name: String) throws {
        try makeDirectory()
        try DurableFile.write(data, to: path(of: name))
    }

    func makeDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
    }

    /// Waits until the names of new files are on the disk.
    func syncDirectory() throws {
        try DurableFile.syncDirectory(directory)
    }

    /// Removes a file if it is there.
    func remove(_ name: String) {
        unlink(path(of: name))
    }

    /// The value of a column of an attribute that may live in a file.
    func value(of stored: Data) throws -> Data {
        switch ExternalMarker(stored) {
        case .inline(let data): return data
        case .file(let name): return try read(name)
        case .unknown:
            throw PersistenceError.corruptStore(
                path: supportDirectory, reason: "a value has no known storage marker")
        }
    }
}
