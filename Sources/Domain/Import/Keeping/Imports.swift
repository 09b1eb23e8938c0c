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

    static let waiting = ".waiting"
    /// As earlier versions kept them.
    private static let formerWaiting = ".waiting.json"
    /// A file as it came, and how it was read: to be read again, otherwise.
    static let source = ".source"
    static let reading = ".reading.json"
    /// One of these that is about to be put in its place, under a name of its own.
    private static let new = ".new"
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
        let former = try head(of: token)?.keptFiles
        if let file {
            try stage(file, as: token)
        } else {
            try ErasedFile.remove(path(token + Self.waiting))
        }
        if let former, former != file?.keptFiles { try removeFolder(former) }
    }

    private func stage(_ file: ImportFile, as token: String) throws {
        try put(as: token + Self.waiting) { try StagedImport.write(file, to: $0) }
    }

    /// The file that a token stands for; nil if it is not kept any more.
    ///
    /// - Throws: errors of the file system.
    public func file(for token: String) throws -> ImportFile? {
        guard var file = try staged(token, StagedImport.file) else { return nil }
        file.keptFilesPath = file.keptFiles.flatMap(filesPath)
        return file
    }

    /// What is said of a file that waits, without its rows; nil if none does.
    private func head(of token: String) throws -> ImportFile? {
        try staged(token, StagedImport.head)
    }

    /// Reads a file that waits; nil if none does. One that was cut off when the program ended is none, and neither is
    /// one that is written over because it goes.
    private func staged(
        _ token: String, _ body: (TemporaryFile) throws -> ImportFile
    ) throws -> ImportFile? {
        do {
            return try opened(token, Self.waiting, for: Self.longestWait, body)
        } catch is SpilledBytes.CutOff {
            return nil
        }
    }

    /// Whether an error comes of a file that went while it was read, or was read anew: its rows are written over then.
    public func hasLost(_ token: String, _ error: any Error) -> Bool {
        switch error {
        case is SpilledBytes.CutOff: true
        // So are its photos and documents gone, and what it was read from.
        case is FileError, is CocoaError: !isWaiting(token)
        default: false
        }
    }

    /// Whether a file waits.
    public func isWaiting(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.waiting), F_OK) == 0
    }

    /// What the rows of a file are that waits; nil if none does.
    ///
    /// - Throws: errors of the file system.
    public func waitingKind(_ token: String) throws -> ImportKind? {
        try head(of: token)?.kind
    }

    // MARK: - As long as something is done with a file

    /// Lets a file wait while something is done with it, however long that takes.
    ///
    /// - Parameter pause: after how long it is said again that it waits. Default: ten minutes.
    /// - Throws: what the closure throws.
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

    /// Lets a file wait anew, with all that is kept of it. One that is gone stays so.
    private func touch(_ token: String) {
        guard ImportToken.isOne(token) else { return }
        var names = [Self.waiting, Self.source, Self.reading].map { token + $0 }
        if let files = try? head(of: token)?.keptFiles, filesPath(files) != nil {
            names.append(files)
        }
        for name in names { utimes(path(name), nil) }
    }

    // MARK: - Forgetting

    /// Forgets a file that waits.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String) throws {
        guard ImportToken.isOne(token) else { return }
        // Of a file that was cut off, or that an earlier version wrote, the folder goes when its time is over.
        let files = try head(of: token)?.keptFiles
        for suffix in Self.waitings { try ErasedFile.remove(path(token + suffix)) }
        if let files { try removeFolder(files) }
    }

    /// All that is kept of a file that waits.
    private static let waitings = [waiting, formerWaiting, source, reading]

    /// Forgets what is known of persons who are removed: all files that wait, and former values.
    ///
    /// - Parameters:
    ///   - numbers: their record numbers.
    ///   - limit: a file that waits stays if it was written later. Default: nil, for all of them.
    /// - Throws: errors of the file system.
    func forgetPersons(_ numbers: [Int64], writtenUntil limit: Date? = nil) throws {
        guard !numbers.isEmpty else { return }
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
        let numbers = Set(numbers)
        for record in try begunIDs().compactMap(begunRecord)
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            try abandon(record.id)
        }
        var unreadable: [String] = []
        for record in try records(skipping: { id, _ in unreadable.append(id) })
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            // What is being taken back goes with that, and is needed until then.
            guard begunRecord(record.id)?.state != .undone else { continue }
            try keep(record.ended(.forgotten))
        }
        // Nobody can take these back, and they may be about anybody.
        for id in unreadable {
            for suffix in [Self.done, Self.parts] { try ErasedFile.remove(path(id + suffix)) }
        }
    }

    // MARK: - What is old

    /// Forgets what is older than it may be.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        try ErasedFile.finish(in: folder)
        let limits =
            (Self.waitings + [Self.new, Self.note, Self.call]).map { ($0, Self.longestWait) }
            + [Self.done, Self.parts].map { ($0, Self.longestUndo) }
        for (suffix, limit) in limits {
            for name in try names(suffix) where try age(of: name, now) ?? 0 > limit {
                try ErasedFile.remove(path(name))
            }
        }
        for name in try names(Self.files) where try age(of: name, now) ?? 0 > Self.longestWait {
            try removeFolder(name)
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

    /// Removes a folder of photos and documents, unless it is gone.
    private func removeFolder(_ name: String) throws {
        guard let folder = filesPath(name) else { return }
        try FileManager.default.removeUnlessGone(atPath: folder)
    }

    /// Whether a file of the folder is of no use to anybody elsewhere: it waits to be looked at.
    public static func isPassing(_ name: String) -> Bool {
        [source, reading, files, new].contains { name.hasSuffix($0) }
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

    /// Puts what waits in its place, in one step: whoever reads it meanwhile finds the former file, or this one whole.
    func put(_ data: Data, as name: String) throws {
        try put(as: name) { try $0.write(contentsOf: data) }
    }

    private func put(as name: String, _ body: (FileHandle) throws -> Void) throws {
        let new = ImportToken.random() + Self.new
        try write(to: new, body)
        do {
            try ErasedFile.replace(path(name), with: path(new))
        } catch let error as FileError where error.code == ENOENT && error.path == path(new) {
            // All that waits went with a person meanwhile, and this with it.
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
            // The disk is full: what was written of it is of no use.
            try ErasedFile.remove(file)
            throw error
        }
    }

    func read<Value: Decodable>(
        _ type: Value.Type, _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Value? {
        try opened(token, suffix, for: limit) {
            try JSONDecoder().decode(type, from: Data($0.bytes()))
        }
    }

    /// Opens a file and reads it; again if another one has come in its place, since it is written over then. Nil if
    /// there is none, or none any more.
    private func opened<Value>(
        _ token: String, _ suffix: String, for limit: TimeInterval,
        _ body: (TemporaryFile) throws -> Value
    ) throws -> Value? {
        let path = path(token + suffix)
        while try isKept(token, suffix, for: limit), let file = try TemporaryFile(reading: path) {
            do {
                return try body(file)
            } catch {
                guard !file.isAt(path) else { throw error }
            }
        }
        return nil
    }

    func isKept(
        _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Bool {
        guard ImportToken.isOne(token), let age = try age(of: token + suffix, Date()) else {
            return false
        }
        return age <= limit
    }
}

/// Names that nobody can guess: 128 random bits.
enum ImportToken {
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a text from outside can be such a name, and so part of a path.
    static func isOne(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// A file of an import as it waits on the disk: a line of JSON that says what it is, and behind it the rows.
enum StagedImport {
    /// Writes a file, piece by piece.
    ///
    /// - Throws: errors of the encoder and of the file system.
    static func write(_ file: ImportFile, to handle: FileHandle) throws {
        var piece = try JSONEncoder().encode(file)
        piece.append(UInt8(ascii: "\n"))
        for index in 0..<file.rows.count {
            piece.append(contentsOf: try file.rows.bytes(at: index))
            piece.append(PackedTexts.rowEnd)
            guard piece.count > pieceLength else { continue }
            try handle.write(contentsOf: piece)
            piece.removeAll(keepingCapacity: true)
        }
        try handle.write(contentsOf: piece)
    }

    /// What is said of a file, without its rows.
    ///
    /// - Throws: errors of the file system, and `SpilledBytes.CutOff`.
    static func head(of staged: TemporaryFile) throws -> ImportFile {
        try headAndLength(of: staged).file
    }

    /// A file, whose rows stay on the disk. Whoever removes it writes over them: `SpilledBytes.CutOff` is thrown where
    /// they are read from then on.
    ///
    /// - Throws: errors of the file system, and `SpilledBytes.CutOff`.
    static func file(in staged: TemporaryFile) throws -> ImportFile {
        var (file, length) = try headAndLength(of: staged)
        let packed = try SpilledBytes(
            staged, from: length, endingWith: PackedTexts.rowEnd, isWhole: true)
        file.rows = ImportRows(packed, columns: file.columns)
        return file
    }

    /// What is said of a file, and how many bytes say it.
    private static func headAndLength(
        of staged: TemporaryFile
    ) throws -> (file: ImportFile, length: Int) {
        var head = Data()
        while case let piece = try staged.bytes(from: head.count, count: pieceLength),
            !piece.isEmpty
        {
            head.append(contentsOf: piece)
            guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            // Another version may have written it, or it is being written over.
            guard let file = try? JSONDecoder().decode(ImportFile.self, from: head[..<end]) else {
                break
            }
            return (file, end + 1)
        }
        throw SpilledBytes.CutOff()
    }

    private static let pieceLength = 1 << 16
}
