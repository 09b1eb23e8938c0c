public import Foundation

/// The files that wait for confirmation.
///
/// They are in a folder of the data directory, under unguessable names and readable only by their
/// owner. A file with a card number is not stored.
public struct Imports: Sendable {
    static let longestWait: TimeInterval = 24 * 60 * 60

    static let waiting = ".waiting"
    /// The uploaded file and its choices, kept so that it can be read again with other choices.
    static let source = ".source"
    static let reading = ".reading.json"
    /// A new version of a file, before it replaces the former one.
    private static let new = ".new"
    /// The progress of an import, and the request to cancel it.
    static let note = ".note.json"
    static let call = ".call"
    /// The folder of photos and documents of a waiting file.
    private static let files = ".files"
    private let folder: String
    /// The kinds of the household.
    public let kinds: [ImportKind]

    init(folder: String, _ kinds: [ImportKind] = ImportKind.all) {
        (self.folder, self.kinds) = (folder, kinds)
    }

    // MARK: - Waiting files

    /// Stores the accepted columns of a file until it is confirmed, for at most a day.
    ///
    /// - Returns: its token.
    /// - Throws: errors of the file system.
    public func keep(_ file: ImportFile) throws -> String {
        try sweep()
        let token = ImportToken.random()
        try stage(file, as: token)
        return token
    }

    /// Stores a file under the token of its source, replacing the former reading; nil removes it.
    ///
    /// - Throws: errors of the file system.
    public func keep(_ file: ImportFile?, as token: String) throws {
        guard ImportToken.isOne(token) else { return }
        let former = try self.file(for: token)?.keptFiles
        if let file {
            try stage(file, as: token)
        } else {
            try ErasedFile.remove(path(token + Self.waiting))
        }
        if let former, former != file?.keptFiles { try removeFolder(former) }
    }

    private func stage(_ file: ImportFile, as token: String) throws {
        try put(as: token + Self.waiting) { target in
            try file.rows.table?.copy(to: target, describedBy: JSONText.of(file))
        }
    }

    /// The file for a token; nil if it is no longer stored, or of a kind that the household lacks.
    ///
    /// - Throws: errors of the file system.
    public func file(for token: String) throws -> ImportFile? {
        do {
            return try opened(token, Self.waiting, for: Self.longestWait) { path in
                let table = try ScratchTable(readingAt: path)
                var file: ImportFile = try JSONText.value(table.description())
                guard let kind = kinds.named(file.kind.rawValue) else {
                    throw ScratchTable.Gone()
                }
                file.kind = kind
                file.rows.columns = file.rows.columns.map { kind.column($0) ?? $0 }
                file.rows.table = table
                file.keptFilesPath = file.keptFiles.flatMap(filesPath)
                return file
            }
        } catch is ScratchTable.Gone { return nil } catch is DecodingError {
            // Another version has written it.
            return nil
        }
    }

    /// Whether an error is due to the erasure of a file while it was read.
    public func hasLost(_ token: String, _ error: any Error) -> Bool {
        switch error {
        case is ScratchTable.Gone: true
        // Its source, photos and documents are removed with it.
        case is FileError, is CocoaError: !isWaiting(token)
        default: false
        }
    }

    public func isWaiting(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.waiting), F_OK) == 0
    }

    /// The kind of a waiting file; nil if there is none.
    ///
    /// - Throws: errors of the file system.
    public func waitingKind(_ token: String) throws -> ImportKind? { try file(for: token)?.kind }

    // MARK: - Postponing expiry

    /// Keeps a file from expiring while a closure runs.
    ///
    /// - Parameter pause: the interval at which its age is reset. Default: ten minutes.
    /// - Throws: errors of the closure.
    public func keeping<Value: Sendable>(
        _ token: String, every pause: Duration = .seconds(600),
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        touch(token)
        let touching = Task<Void, Never> {
            while (try? await Task.sleep(for: pause)) != nil { touch(token) }
        }
        defer { touching.cancel() }
        return try await body()
    }

    /// Resets the age of a file and of the files stored with it.
    private func touch(_ token: String) {
        guard ImportToken.isOne(token) else { return }
        var names = [Self.waiting, Self.source, Self.reading].map { token + $0 }
        if let files = try? file(for: token)?.keptFiles, filesPath(files) != nil {
            names.append(files)
        }
        for name in names { utimes(path(name), nil) }
    }

    // MARK: - Removal

    /// Removes a waiting file with its source, choices, photos and documents.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String) throws {
        guard ImportToken.isOne(token) else { return }
        // The folder of an unreadable file is unknown, and is removed when it expires.
        let files = try file(for: token)?.keptFiles
        for suffix in Self.waitings { try ErasedFile.remove(path(token + suffix)) }
        if let files { try removeFolder(files) }
    }

    private static let waitings = [waiting, source, reading]

    /// Removes the data of removed people: all waiting files.
    ///
    /// - Parameter limit: the time after which written files stay; nil for none.
    /// - Throws: errors of the file system.
    func forgetPersons(writtenUntil limit: Date?) throws {
        try ErasedFile.finish(in: folder)
        func isMeant(_ name: String) throws -> Bool {
            let date = limit == nil ? nil : try FileTime.modification(at: path(name))
            return date ?? .distantPast <= limit ?? .distantFuture
        }
        for suffix in Self.waitings + [Self.new, Self.note] {
            for name in try names(suffix) where try isMeant(name) {
                try ErasedFile.remove(path(name))
            }
        }
        for name in try names(Self.files) where try isMeant(name) { try removeFolder(name) }
    }

    // MARK: - Expiry

    /// Removes expired files.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        try ErasedFile.finish(in: folder)
        for suffix in Self.waitings + [Self.new, Self.note, Self.call] {
            for name in try names(suffix) where try age(of: name, now) ?? 0 > Self.longestWait {
                try ErasedFile.remove(path(name))
            }
        }
        for name in try names(Self.files) where try age(of: name, now) ?? 0 > Self.longestWait {
            try removeFolder(name)
        }
    }

    // MARK: - Waiting photos and documents

    /// Makes a folder for the photos and documents of a waiting file.
    ///
    /// - Throws: errors of the file system.
    func makeFolder() throws -> (name: String, path: String) {
        let name = ImportToken.random() + Self.files
        guard mkdir(path(name), 0o700) == 0 else { throw FileError(path: path(name), code: errno) }
        return (name, path(name))
    }

    /// The path of a folder; nil for a name that is not from this program, which could lead
    /// outside.
    private func filesPath(_ name: String) -> String? {
        guard name.hasSuffix(Self.files), ImportToken.isOne(String(name.dropLast(Self.files.count)))
        else { return nil }
        return path(name)
    }

    private func removeFolder(_ name: String) throws {
        guard let folder = filesPath(name) else { return }
        try FileManager.default.removeUnlessGone(atPath: folder)
    }

    // MARK: - Files

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func names(_ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(suffix) && ImportToken.isOne(String($0.dropLast(suffix.count)))
        }
    }

    /// The age of a file; nil if it does not exist.
    private func age(of name: String, _ now: Date) throws -> TimeInterval? {
        try FileTime.modification(at: path(name)).map(now.timeIntervalSince)
    }

    /// Replaces a file atomically: a concurrent reader gets the former file or the whole new one.
    func put(_ data: Data, as name: String) throws {
        try put(as: name) { try $0.write(contentsOf: data) }
    }

    private func put(as name: String, _ body: (FileHandle) throws -> Void) throws {
        let new = ImportToken.random() + Self.new
        try write(to: new, body)
        do {
            try ErasedFile.replace(path(name), with: path(new))
        } catch let error as FileError where error.code == ENOENT && error.path == path(new) {
            // The removal of a person has meanwhile removed all waiting files, this one included.
        }
    }

    private func write(to name: String, _ body: (FileHandle) throws -> Void) throws {
        let file = path(name)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: file, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try body(handle)
            try handle.synchronize()
            try handle.close()
        } catch {
            // A partial file, as on a full disk, is of no use.
            try ErasedFile.remove(file)
            throw error
        }
    }

    func read<Value: Decodable>(
        _ type: Value.Type, _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Value? {
        try opened(token, suffix, for: limit) { path in
            try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// Opens and reads a file, again if it is replaced meanwhile; nil if there is none, or if it has
    /// expired.
    private func opened<Value>(
        _ token: String, _ suffix: String, for limit: TimeInterval,
        _ body: (_ path: String) throws -> Value
    ) throws -> Value? {
        let path = path(token + suffix)
        while try isKept(token, suffix, for: limit), let number = try FileTime.number(at: path) {
            let result = Result { try body(path) }
            if try FileTime.number(at: path) == number { return try result.get() }
        }
        return nil
    }

    func isKept(_ token: String, _ suffix: String, for limit: TimeInterval) throws -> Bool {
        guard ImportToken.isOne(token), let age = try age(of: token + suffix, Date()) else {
            return false
        }
        return age <= limit
    }
}

/// Unguessable names of 128 random bits.
enum ImportToken {
    static func random() -> String { UUID().uuidString.lowercased().filter { $0 != "-" } }

    /// Whether a text from outside is such a name, and so safe in a path.
    static func isOne(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
