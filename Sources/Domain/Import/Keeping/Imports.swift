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

    private static let waiting = ".waiting.json"
    private static let done = ".done.json"
    /// What is written before the save that it is about, and not known to have been saved.
    private static let begun = ".begun.json"
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
        try write(file, to: token + Self.waiting)
        return token
    }

    /// The file that a token stands for; nil if it is not kept any more.
    ///
    /// - Throws: errors of the file system.
    public func file(for token: String) throws -> ImportFile? {
        try read(ImportFile.self, token, Self.waiting, for: Self.longestWait)
    }

    /// Whether a file waits.
    func isWaiting(_ token: String) -> Bool {
        ImportToken.isOne(token) && access(path(token + Self.waiting), F_OK) == 0
    }

    /// Forgets a file that waits.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String) throws {
        guard ImportToken.isOne(token) else { return }
        try ErasedFile.remove(path(token + Self.waiting))
    }

    /// Forgets what is known of persons who are removed: all files that wait, and former values.
    ///
    /// - Parameter numbers: their record numbers.
    /// - Throws: errors of the file system.
    func forgetPersons(_ numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        for name in try names(Self.waiting) { try ErasedFile.remove(path(name)) }
        let numbers = Set(numbers)
        for record in try begunRecords()
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            try abandon(record.id)
        }
        for record in try records()
        where record.state == .done && !numbers.isDisjoint(with: record.customers) {
            try keep(record.ended(.forgotten))
        }
    }

    // MARK: - Imports that were done

    /// Keeps the record of an import, in the place of the one before.
    ///
    /// - Throws: errors of the file system.
    private func keep(_ record: ImportRecord) throws {
        let name = record.id + Self.done
        try ErasedFile.remove(path(name))
        try write(record, to: name)
    }

    /// Keeps the record of what is about to be saved, beside the one that there may be: ``finish(_:)``
    /// puts it in its place after the save, and ``abandon(_:)`` removes it if nothing was saved.
    ///
    /// - Throws: errors of the file system.
    func begin(_ record: ImportRecord) throws {
        try abandon(record.id)
        try write(record, to: record.id + Self.begun)
    }

    /// Puts a record in its place, now that it is saved what it is about. One that is not there any
    /// more is in its place, or went with a person.
    ///
    /// - Throws: errors of the file system.
    func finish(_ id: String) throws {
        let begun = path(id + Self.begun)
        guard ImportToken.isOne(id), access(begun, F_OK) == 0 else { return }
        try ErasedFile.remove(path(id + Self.done))
        guard rename(begun, path(id + Self.done)) == 0 else {
            throw FileError(path: begun, code: errno)
        }
    }

    /// Removes the record of what was not saved.
    ///
    /// - Throws: errors of the file system.
    func abandon(_ id: String) throws {
        guard ImportToken.isOne(id) else { return }
        try ErasedFile.remove(path(id + Self.begun))
    }

    /// The records that were begun, and neither finished nor abandoned: the program ended.
    ///
    /// - Throws: errors of the file system.
    func begunRecords() throws -> [ImportRecord] {
        try names(Self.begun).compactMap {
            let id = String($0.prefix(32))
            guard let record = try? read(ImportRecord.self, id, Self.begun, for: .infinity) else {
                // It was cut off, so nothing was saved after it.
                try abandon(id)
                return nil
            }
            return record
        }
    }

    /// The record of an import; nil if there is none, or none any more.
    ///
    /// - Throws: errors of the file system.
    public func record(_ id: String) throws -> ImportRecord? {
        try read(ImportRecord.self, id, Self.done, for: Self.longestUndo)
    }

    /// The imports of the last thirty days, the latest first.
    ///
    /// - Throws: errors of the file system.
    public func records() throws -> [ImportRecord] {
        try names(Self.done).compactMap { try record(String($0.prefix(32))) }
            .sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }

    /// Forgets what is older than it may be.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        for (suffix, limit) in [(Self.waiting, Self.longestWait), (Self.done, Self.longestUndo)] {
            for name in try names(suffix) where try age(of: name, now) > limit {
                try ErasedFile.remove(path(name))
            }
        }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func names(_ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(suffix) && ImportToken.isOne(String($0.dropLast(suffix.count)))
        }
    }

    private func age(of name: String, _ now: Date) throws -> TimeInterval {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.modificationDate] as? Date).map(now.timeIntervalSince) ?? 0
    }

    private func write(_ value: some Encodable, to name: String) throws {
        let file = path(name)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: file, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: JSONEncoder().encode(value))
        try handle.synchronize()
        try handle.close()
    }

    private func read<Value: Decodable>(
        _ type: Value.Type, _ token: String, _ suffix: String, for limit: TimeInterval
    ) throws -> Value? {
        guard ImportToken.isOne(token), access(path(token + suffix), F_OK) == 0,
            try age(of: token + suffix, Date()) <= limit
        else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: path(token + suffix)))
        return try JSONDecoder().decode(Value.self, from: data)
    }
}
