public import Foundation

/// Files of imports that wait for a yes, and records of those that were done.
///
/// Both are files in a folder of the data directory, under names that nobody can guess, for their
/// owner alone. Numbers of cards are in neither: a file with one is not kept.
public struct Imports: Sendable {
    /// How long a file waits.
    static let longestWait: TimeInterval = 60 * 60
    /// How long an import can be taken back.
    static let longestUndo: TimeInterval = 30 * 24 * 60 * 60

    private static let waiting = ".waiting"
    /// As earlier versions kept them.
    private static let formerWaiting = ".waiting.json"
    /// A file as it came, and how it was read: to be read again, otherwise.
    private static let source = ".source"
    private static let reading = ".reading.json"
    static let done = ".done.json"
    /// What is written before the save that it is about, and not known to have been saved.
    static let begun = ".begun.json"
    /// What the parts of an import are that is saved in parts, a line each.
    static let parts = ".parts"
    /// A record that is about to be put in its place.
    static let merged = ".merged.json"
    /// How far an import is that a server is at, and that it is to be called off.
    static let note = ".note.json"
    static let call = ".call"
    /// A folder of photos and documents that wait with a file.
    private static let files = ".files"
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    // MARK: - Files that wait

    /// Keeps a file until it is confirmed, for an hour at most; only the columns that are read.
    ///
    /// - Returns: what stands for the file.
    /// - Throws: errors of the file system.
    public func keep(_ file: ImportFile) throws -> String {
        try sweep()
        let token = ImportToken.random()
        try stage(file, as: token)
        return token
    }

    /// Keeps a file under a token that its source has, in the place of what it was read as before; with
    /// nil it does not wait any more.
    ///
    /// - Throws: errors of the file system.
    public func keep(_ file: ImportFile?, as token: String) throws {
        guard ImportToken.isOne(token) else { return }
        // Its rows may be those of the file that it replaces.
        if try file?.keptFiles == nil || file?.keptFiles != keptFiles(of: token) {
            try removeFiles(of: token)
        }
        guard let file else { return try ErasedFile.remove(path(token + Self.waiting)) }
        try ErasedFile.remove(path(token + Self.waiting))
        try stage(file, as: token)
    }

    private func stage(_ file: ImportFile, as token: String) throws {
        try write(to: token + Self.waiting) { try StagedImport.write(file, to: $0) }
    }

    /// Keeps a file as it came, for an hour at most, so that a person can say where its columns go.
    ///
    /// - Parameters:
    ///   - path: where it is, in the data directory; it moves away.
    ///   - name: what it is called.
    ///   - reading: how it was read.
    /// - Returns: what stands for it.
    /// - Throws: errors of the file system.
    public func keepSource(
        at path: String, named name: String, reading: ImportReading
    ) throws -> String {
        try sweep()
        let token = ImportToken.random()
        guard rename(path, self.path(token + Self.source)) == 0 else {
            throw FileError(path: path, code: errno)
        }
        try write(KeptSource(name: name, reading: reading), to: token + Self.reading)
        return token
    }

    /// Takes note that a file that is kept is read otherwise.
    ///
    /// - Throws: errors of the file system.
    public func read(_ token: String, as reading: ImportReading) throws {
        guard let source = try source(for: token) else { return }
        try ErasedFile.remove(path(token + Self.reading))
        try write(KeptSource(name: source.name, reading: reading), to: token + Self.reading)
    }

    /// A file as it came, and how it was read; nil if it is not kept any more.
    ///
    /// - Throws: errors of the file system.
    public func source(
        for token: String
    ) throws -> (path: String, name: String, reading: ImportReading)? {
        let kept = try read(KeptSource.self, token, Self.reading, for: Self.longestWait)
        guard let kept, access(path(token + Self.source), F_OK) == 0 else { return nil }
        return (path(token + Self.source), kept.name, kept.reading)
    }

    /// What is known of a file that is kept as it came.
    private struct KeptSource: Codable {
        let name: String
        let reading: ImportReading
    }

    /// The file that a token stands for; nil if it is not kept any more.
    ///
    /// - Throws: errors of the file system.
    public func file(for token: String) throws -> ImportFile? {
        guard try isKept(token, Self.waiting, for: Self.longestWait) else { return nil }
        var file = try StagedImport.file(at: path(token + Self.waiting))
        file.keptFilesPath = file.keptFiles.flatMap(filesPath)
        return file
    }

    /// Whether a file waits.
    public func isWaiting(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.waiting), F_OK) == 0
    }

    /// What the rows of a file are that waits; nil if none does.
    ///
    /// - Throws: errors of the file system.
    public func waitingKind(_ token: String) throws -> ImportKind? {
        guard try isKept(token, Self.waiting, for: Self.longestWait) else { return nil }
        let url = URL(fileURLWithPath: path(token + Self.waiting))
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        return try StagedImport.kind(of: handle)
    }

    /// Forgets a file as it came, and how it was read: what was read of it waits.
    ///
    /// - Throws: errors of the file system.
    public func forgetSource(of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        for suffix in [Self.source, Self.reading] { try ErasedFile.remove(path(token + suffix)) }
    }

    /// Forgets a file that waits.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String) throws {
        guard ImportToken.isOne(token) else { return }
        try removeFiles(of: token)
        for suffix in Self.waitings { try ErasedFile.remove(path(token + suffix)) }
    }

    /// All that is kept of a file that waits.
    private static let waitings = [waiting, formerWaiting, source, reading]

    /// Forgets what is known of persons who are removed: all files that wait, and former values.
    ///
    /// - Parameter numbers: their record numbers.
    /// - Throws: errors of the file system.
    func forgetPersons(_ numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        try ErasedFile.finish(in: folder)
        for suffix in Self.waitings + [Self.note] {
            for name in try names(suffix) { try ErasedFile.remove(path(name)) }
        }
        for name in try names(Self.files) {
            try FileManager.default.removeUnlessGone(atPath: path(name))
        }
        let numbers = Set(numbers)
        for record in try begunIDs().compactMap(begunRecord)
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            try abandon(record.id)
        }
        for record in try records()
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            // What is being taken back goes with that, and is needed until then.
            guard begunRecord(record.id)?.state != .undone else { continue }
            try keep(record.ended(.forgotten))
        }
    }

    // MARK: - What is old

    /// Forgets what is older than it may be.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        try ErasedFile.finish(in: folder)
        let limits =
            (Self.waitings + [Self.note, Self.call]).map { ($0, Self.longestWait) }
            + [Self.done, Self.parts].map { ($0, Self.longestUndo) }
        for (suffix, limit) in limits {
            for name in try names(suffix) where try age(of: name, now) ?? 0 > limit {
                try ErasedFile.remove(path(name))
            }
        }
        for name in try names(Self.files) where try age(of: name, now) ?? 0 > Self.longestWait {
            try FileManager.default.removeUnlessGone(atPath: path(name))
        }
    }

    // MARK: - Photos and documents that wait

    /// Makes a folder for the photos and documents of a file.
    ///
    /// - Throws: errors of the file system.
    func makeFolder() throws -> (name: String, path: String) {
        let name = ImportToken.random() + Self.files
        guard mkdir(path(name), 0o700) == 0 else { throw FileError(path: path(name), code: errno) }
        return (name, path(name))
    }

    /// Where the folder of a name is; nil for a name that this program does not give.
    private func filesPath(_ name: String) -> String? {
        guard name.hasSuffix(Self.files),
            ImportToken.isOne(String(name.dropLast(Self.files.count)))
        else { return nil }
        return path(name)
    }

    /// The folder of photos and documents of a file that waits; nil for none.
    private func keptFiles(of token: String) throws -> String? {
        guard isWaiting(token) else { return nil }
        let url = URL(fileURLWithPath: path(token + Self.waiting))
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        // Of a file that was cut off, or that an earlier version wrote, the folder goes when its time is over.
        return try? StagedImport.keptFiles(of: handle)
    }

    private func removeFiles(of token: String) throws {
        guard let name = try keptFiles(of: token), let folder = filesPath(name),
            access(folder, F_OK) == 0
        else { return }
        try FileManager.default.removeUnlessGone(atPath: folder)
    }

    /// Whether a file of the folder is of no use to anybody elsewhere: it waits to be looked at.
    public static func isPassing(_ name: String) -> Bool {
        name.hasSuffix(source) || name.hasSuffix(reading) || name.hasSuffix(files)
    }

    /// Whether a file of the folder is needed to take an import back.
    public static func isKeptForUndo(_ name: String) -> Bool {
        [done, begun, parts].contains { name.hasSuffix($0) }
    }

    // MARK: - Files

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func names(_ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(suffix) && ImportToken.isOne(String($0.dropLast(suffix.count)))
        }
    }

    /// How old a file is; nil for one that is gone.
    private func age(of name: String, _ now: Date) throws -> TimeInterval? {
        try FileTime.modification(at: path(name)).map(now.timeIntervalSince)
    }

    func write(_ value: some Encodable, to name: String) throws {
        try write(JSONEncoder().encode(value), to: name)
    }

    private func write(_ data: Data, to name: String) throws {
        try write(to: name) { try $0.write(contentsOf: data) }
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
            // The disk is full: what was written of it is of no use.
            try ErasedFile.remove(file)
            throw error
        }
    }

    func read<Value: Decodable>(
        _ type: Value.Type, _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Value? {
        guard let data = try data(token, suffix, for: limit) else { return nil }
        if let value = try? JSONDecoder().decode(Value.self, from: data) { return value }
        // It was written over while it was read: what has come in its place is whole.
        return try self.data(token, suffix, for: limit)
            .map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    func isKept(
        _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Bool {
        guard ImportToken.isOne(token), let age = try age(of: token + suffix, Date()) else {
            return false
        }
        return age <= limit
    }

    private func data(
        _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Data? {
        guard try isKept(token, suffix, for: limit) else { return nil }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path(token + suffix)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }
}
