import Foundation

/// The files beside a store that contain its large values.
struct ExternalData: Sendable {
    let storePath: String
    /// `.NAME_SUPPORT`, with the name of the store's file without its extension.
    let supportDirectory: String
    var directory: String { supportDirectory + "/_EXTERNAL_DATA" }
    /// Values of at least this many bytes are stored in files.
    let threshold: Int
    /// Whether the store's file, `NAME-new`, will replace another one; until then its files are
    /// unused.
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

    /// The journal of created and discarded files. Stores that differ only in their extension share
    /// the folder, but not the journal; a store that will replace another uses that one's journal,
    /// so that its leftovers are removed.
    var journalPath: String { "\(supportDirectory)/\(journalName)" }

    /// The new journal before it replaces the old one. No store has a journal of this name.
    var newJournalPath: String { "\(supportDirectory)/new-\(journalName)" }

    /// Whether a file is the journal of any store.
    static func isJournal(_ path: String) -> Bool {
        URL(fileURLWithPath: path).lastPathComponent.hasPrefix("pending-files-")
    }

    private var journalName: String {
        let file = URL(fileURLWithPath: storePath).lastPathComponent
        let name = isStaged && file.hasSuffix("-new") ? String(file.dropLast(4)) : file
        return "pending-files-\(name)"
    }

    /// The size of a value that may be in a file; 0 if the file is missing, which a read reports.
    func byteCount(of stored: Data) -> Int {
        switch ExternalMarker(stored) {
        case .inline(let data): return data.count
        case .unknown: return 0
        case .file(let name):
            var status = stat()
            return stat(path(of: name), &status) == 0 ? Int(status.st_size) : 0
        }
    }

    /// - Throws: `PersistenceError.missingExternalFile`, or `corruptStore` if the file exists but
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

    /// Calls a closure with consecutive pieces of a file.
    ///
    /// - Throws: the errors of ``read(_:)`` and of the closure.
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

    /// Writes a value to a new file, and waits until it is on the disk.
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

    /// Removes a file if it exists.
    func remove(_ name: String) {
        unlink(path(of: name))
    }

    /// The value of a column, which may be in a file.
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

extension ExternalData {
    /// The names of existing files.
    func names() throws -> Set<String> {
        guard access(directory, F_OK) == 0 else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return Set(names.filter { UUID(uuidString: $0) != nil })
    }

    /// Whether both use the same folder, as `Farm.sqlite` and `Farm.bak` do.
    func sharesFolder(with other: ExternalData) -> Bool {
        var (own, others) = (stat(), stat())
        return stat(supportDirectory, &own) == 0 && stat(other.supportDirectory, &others) == 0
            && own.st_ino == others.st_ino && own.st_dev == others.st_dev
    }

    /// Gives the files a second name beside another store, after recording it in its journal.
    ///
    /// Files are never modified, so a second name is as good as a copy. Files that are removed
    /// meanwhile are left out.
    ///
    /// - Returns: the second names by the first ones: equal, unless another store has files with
    ///   these names there.
    @discardableResult
    func link(to other: ExternalData) throws -> [String: String] {
        let names = try names()
        guard !names.isEmpty else { return [:] }
        let taken = sharesFolder(with: other) ? names : try other.namesOfNeighbors()
        let pairs = Dictionary(
            uniqueKeysWithValues: names.map { ($0, taken.contains($0) ? UUID().uuidString : $0) })
        try other.makeDirectory()
        // Recorded first, so that a crash leaves none behind.
        try ExternalJournal(external: other).add(pairs.values)
        for (name, newName) in pairs { try link(name, to: other, as: newName) }
        try other.syncDirectory()
        return pairs
    }

    private func link(_ name: String, to other: ExternalData, as newName: String) throws {
        let (from, to) = (path(of: name), other.path(of: newName))
        // Names are UUIDs: a file with the same name has the same bytes.
        guard Foundation.link(from, to) != 0, errno != EEXIST else { return }
        guard errno != ENOENT else { return }
        let temporary = to + "-new"
        unlink(temporary)
        try FileManager.default.copyItem(atPath: from, toPath: temporary)
        try DurableFile.sync(temporary)
        try DurableFile.rename(temporary, to: to)
    }
}

extension DurableFile {
    /// Renames a file, replacing another one.
    static func rename(_ path: String, to newPath: String) throws {
        guard Foundation.rename(path, newPath) == 0 else {
            throw PersistenceError.cannotOpen(
                path: newPath, reason: StoreOpenFailure(systemError: errno, path: newPath))
        }
    }
}

extension ExternalData {
    /// The names that other stores with the same folder use or are about to use: `Farm.db` beside
    /// `Farm.sqlite`.
    ///
    /// - Throws: `PersistenceError` if one of the stores cannot be read, so that its files are
    ///   unknown.
    func namesOfNeighbors() throws -> Set<String> {
        // In this order, because a name leaves the journal only when a record refers to it.
        let recorded = try namesRecordedByNeighbors()
        return try neighbors.reduce(into: recorded) {
            $0.formUnion(try Self.names(referredByStoreAt: $1))
        }
    }

    /// Removes files, except those that a neighboring store uses, which may be a manual copy.
    ///
    /// - Throws: `PersistenceError` if a neighbor cannot be read; nothing is removed then.
    func removeUnshared(_ names: some Collection<String>) throws {
        guard !names.isEmpty else { return }
        let others = try namesOfNeighbors()
        for name in names where !others.contains(name) { remove(name) }
    }

    private func namesRecordedByNeighbors() throws -> Set<String> {
        guard access(supportDirectory, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: supportDirectory)
            .map { "\(supportDirectory)/\($0)" }
            .filter { Self.isJournal($0) && $0 != journalPath }
            .reduce(into: []) { $0.formUnion(try ExternalJournal.read($1)) }
    }

    /// The names that a store of any model uses; empty if there is no store.
    static func names(referredByStoreAt path: String) throws -> Set<String> {
        guard isDatabase(path) else { return [] }
        let access = StoreAccess(.readOnly(path: path))
        do {
            let connection = try access.connect()
            return try connection.externalNames()
        } catch {
            throw access.openFailure(error)
        }
    }

    private var neighbors: [String] {
        get throws {
            let store = URL(fileURLWithPath: storePath)
            let folder = store.deletingLastPathComponent()
            guard access(folder.path, F_OK) == 0 else { return [] }
            let name = store.deletingPathExtension().lastPathComponent
            let own = [storePath, storePath + "-new"].map { URL(fileURLWithPath: $0).path }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .map { folder.appendingPathComponent($0) }
                .filter { $0.deletingPathExtension().lastPathComponent == name }
                .map(\.path).filter { !own.contains($0) && Self.isDatabase($0) }.sorted()
        }
    }

    private static func isDatabase(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return FileHead.bytes(ofFileAt: path, count: 16) == Array("SQLite format 3".utf8) + [0]
    }
}

extension Connection {
    /// The names of external files in all tables of a store.
    func externalNames() throws -> Set<String> {
        try externalNames(in: externalColumns())
    }

    /// The columns of all tables of a store whose values may be in files.
    func externalColumns() throws -> [ExternalColumn] {
        let sql =
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name GLOB 'Z*' AND c.type = 'BLOB'"
        return try withStatement(sql) { statement in
            var columns: [ExternalColumn] = []
            while try statement.step() {
                guard let table = statement.text(0), let column = statement.text(1) else {
                    continue
                }
                columns.append(ExternalColumn(table: table, column: column))
            }
            return columns
        }
    }
}

/// The content of a column with external storage: a marker byte, then the value or the name of its
/// file.
enum ExternalMarker {
    case inline(Data)
    case file(String)
    /// Bytes without a known marker.
    case unknown

    init(_ stored: Data) {
        switch stored.first {
        case 1: self = .inline(Data(stored.dropFirst()))
        case 2: self = Self.fileName(in: stored).map { .file($0) } ?? .unknown
        default: self = stored.isEmpty ? .inline(Data()) : .unknown
        }
    }

    var stored: Data {
        switch self {
        case .inline(let data): Data([1]) + data
        case .file(let name): Data([2]) + Data(name.utf8) + Data([0])
        case .unknown: Data()
        }
    }

    /// A name is a UUID, which prevents path traversal.
    private static func fileName(in stored: Data) -> String? {
        let bytes = stored.dropFirst().prefix { $0 != 0 }
        guard stored.count <= 64,
            let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return uuid.uuidString
    }
}
