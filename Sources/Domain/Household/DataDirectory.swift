import Foundation
public import Persistence

/// The directory with all data of a household: the store, its external data, the pictures.
///
/// A household with several servers has its records in a database, and shares the directory among
/// the servers for the rest.
public struct DataDirectory: Sendable, Hashable, CustomStringConvertible {
    /// The directory.
    public let path: String
    /// The address of the database with the records; nil if they are in a file of the directory.
    public let storeAddress: String?
    /// Identifies this server among others that use the directory.
    let server = UUID().uuidString

    /// - Parameters:
    ///   - path: the directory, which is created when the household is opened.
    ///   - storeAddress: the address of the database with the records; nil, the default, for a file
    /// in the directory.
    public init(path: String, storeAddress: String? = nil) {
        self.path = path
        self.storeAddress = storeAddress
    }

    public static func == (first: DataDirectory, second: DataDirectory) -> Bool {
        first.path == second.path && first.storeAddress == second.storeAddress
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(storeAddress)
    }

    /// Whether other servers use the directory at the same time.
    public var isShared: Bool { storeAddress != nil }

    /// The location of the records.
    public var storeLocation: StoreLocation {
        storeAddress.map(StoreLocation.address) ?? .file(store)
    }

    /// The location of the accounts' store: in a separate schema of the same database.
    var accountsLocation: StoreLocation {
        storeLocation(beside: "accounts") ?? .file(accounts)
    }

    /// The location for further records in a separate schema of the same database.
    ///
    /// - Parameter name: the end of the schema's name.
    package func storeLocation(beside name: String) -> StoreLocation? {
        storeAddress.map { .address(StoreSchema.address($0, beside: name)) }
    }

    /// Whether the household exists.
    ///
    /// - Throws: errors of a database that does not answer.
    public var hasHousehold: Bool {
        get throws { try PersistentStoreCoordinator.hasPersistentStore(at: storeLocation) }
    }

    /// A short description of the location without secrets.
    public var place: String { storeAddress.map { "\(StoreLocation.address($0))" } ?? path }

    /// As ``place``: logs may print a structure that holds it.
    public var description: String { place }

    /// The store's file.
    public var store: String { path + "/Homeowner.sqlite" }
    /// The folder of the originals of items' pictures, named by item key.
    public var images: String { path + "/images" }
    /// The folder of this server's uploads in progress; emptied at each start.
    public var incoming: String { isShared ? allIncoming + "/" + server : allIncoming }
    /// The folder of all servers' uploads in progress.
    private var allIncoming: String { path + "/incoming" }
    /// The folder of pictures from refused forms, kept for a day until the form is sent again.
    public var staged: String { path + "/staged" }
    /// The folder of the idempotency keys of submitted forms, if several servers share them; kept
    /// for a day.
    public var forms: String { path + "/forms" }
    /// The folder of files that wait to be imported.
    public var imports: String { path + "/imports" }
    /// The file that lists persons who are being erased; it rarely exists.
    public var erasure: String { path + "/erasing.json" }
    /// The store of the accounts; created with the first person.
    public var accounts: String { path + "/accounts.sqlite" }
    /// The file of hidden sections; created when the first one is hidden.
    public var sections: String { path + "/sections.json" }
    /// The file of the household's settings; created with the first change.
    public var settings: String { path + "/settings.json" }
    /// The folder of the certificate for the local network, with its key; not in backups.
    public var network: String { path + "/network" }
    /// The file of the network settings; not in backups.
    public var networkSettings: String { path + "/network.json" }
    /// The folder of the images of favorite photos, named by record number.
    public var favorites: String { path + "/favorites" }
    /// The checksums of the pictures.
    public var checksums: String { path + "/" + PictureChecksums.fileName }
    /// The record of the last verified backup; created with the first one.
    public var lastBackup: String { path + "/last-backup.json" }
    /// The record of a backup that failed after the last verified one.
    public var failedBackup: String { path + "/failed-backup.json" }
    /// The file of the servers that send reminders, with their passwords; not in backups.
    public var reminders: String { path + "/reminders.json" }
    /// The folder of temporary data of backups: copies of the store, and links to pictures.
    public var backingUp: String { path + "/backing-up" }
    /// The folder of orphaned files that a check has put aside.
    public var orphans: String { path + "/orphans" }
    /// The folder of photos by place, unless the owner configures another one.
    public var photos: String { path + "/photos" }

    /// The file with the path of another folder of photos.
    private var photosNote: String { path + "/photos-folder" }

    /// The folder of photos according to the last server, for commands without the option.
    public var knownPhotos: String {
        guard let data = FileManager.default.contents(atPath: photosNote) else { return photos }
        let noted = String(decoding: data, as: UTF8.self)
        return noted.isEmpty ? photos : noted
    }

    /// Records the folder of photos.
    ///
    /// - Parameter folder: the owner's folder; nil for the one in the data directory.
    /// - Throws: errors of the file system.
    public func notePhotos(_ folder: String?) throws {
        guard let folder else {
            guard unlink(photosNote) == 0 || errno == ENOENT else {
                throw FileError(path: photosNote, code: errno)
            }
            return
        }
        let full = URL(fileURLWithPath: folder).standardizedFileURL.path
        guard full != knownPhotos else { return }
        try Data(full.utf8).write(to: URL(fileURLWithPath: photosNote), options: .atomic)
    }

    private var all: [String] {
        [path, images, incoming, staged, imports, favorites] + (isShared ? [forms] : [])
    }

    /// Creates missing directories, accessible only for their owner.
    ///
    /// - Throws: ``HouseholdError`` that names the directory and the cause.
    public func create() throws(HouseholdError) {
        for directory in all { try Self.create(directory) }
        for directory in all where access(directory, W_OK) != 0 {
            throw .init(
                "The folder \(directory) cannot be written to. Check its owner and its permissions."
            )
        }
    }

    /// Empties the folder of uploads in progress; only for a server that has just started, or that
    /// ends. The folder itself stays for a day, as a sign that the server is running.
    ///
    /// - Throws: errors of the file system.
    func emptyIncoming() throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: incoming) {
            try files.removeItem(atPath: "\(incoming)/\(name)")
        }
    }

    /// Removes uploads in progress of servers that have ended, after a day.
    ///
    /// - Throws: errors of the file system.
    func forgetIncoming(now: Date = Date()) throws {
        guard isShared else { return }
        try Self.forgetOld(in: allIncoming, now: now) { $0 != server }
    }

    /// Removes idempotency keys of forms older than a day.
    ///
    /// - Throws: errors of the file system.
    func forgetForms(now: Date = Date()) throws {
        guard isShared else { return }
        try Self.forgetOld(in: forms, now: now) { _ in true }
    }

    private static func forgetOld(
        in folder: String, now: Date, where isMeant: (String) -> Bool
    ) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder) where isMeant(name) {
            let place = "\(folder)/\(name)"
            // An entry may be removed meanwhile.
            guard let date = try FileTime.modification(at: place),
                now.timeIntervalSince(date) > 24 * 60 * 60
            else { continue }
            try files.removeUnlessGone(atPath: place)
        }
    }

    /// Marks this server as running, so that others leave its folder alone.
    ///
    /// - Throws: errors of the file system.
    func keepIncoming() throws {
        guard isShared else { return }
        try create()
        guard utimes(incoming, nil) == 0 else { throw FileError(path: incoming, code: errno) }
    }

    /// Creates the folder of photos.
    ///
    /// - Throws: ``HouseholdError`` that names the directory and the cause.
    func createPhotos() throws(HouseholdError) {
        try Self.create(photos)
    }

    private static func create(_ directory: String) throws(HouseholdError) {
        guard let cause = make(directory) else { return }
        throw .init("The folder \(directory) cannot be made: \(cause).")
    }

    /// The parent of a directory; nil for a single name. (Foundation's `deletingLastPathComponent`
    /// crashes for a name of one letter.)
    static func parent(of directory: String) -> String? {
        let steps = directory.split(separator: "/")
        guard steps.count > 1 else { return nil }
        return (directory.hasPrefix("/") ? "/" : "") + steps.dropLast().joined(separator: "/")
    }

    /// Creates a directory and its parents. Returns the operating system's error.
    private static func make(_ directory: String) -> String? {
        var code = mkdir(directory, 0o700) == 0 ? 0 : errno
        if code == ENOENT, let parent = parent(of: directory) {
            if let cause = make(parent) { return cause }
            code = mkdir(directory, 0o700) == 0 ? 0 : errno
        }
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) {
            return isDirectory.boolValue ? nil : "there is a file of this name"
        }
        return String(cString: strerror(code))
    }
}
