import Foundation
public import Persistence

/// The one directory that holds all that a household has: the store, its external data, the
/// pictures.
///
/// A household of several servers has its records in a database, and shares the directory among the
/// servers for all else.
public struct DataDirectory: Sendable, Hashable {
    /// The directory.
    public let path: String
    /// The address of the database with the records; nil where they are in a file of the directory.
    public let storeAddress: String?
    /// Tells this use of the directory from those of other servers.
    let server = UUID().uuidString

    /// - Parameters:
    ///   - path: the directory; it is made when the household is opened.
    ///   - storeAddress: the address of the database with the records; nil, the default, for a file in the
    ///     directory.
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

    /// Where the records are.
    public var storeLocation: StoreLocation {
        storeAddress.map(StoreLocation.address) ?? .file(store)
    }

    /// Where the store of those who sign in is: in a schema of its own in the same database.
    var accountsLocation: StoreLocation {
        storeLocation(beside: "accounts") ?? .file(accounts)
    }

    /// A place for records beside those of the household: in a schema of its own in the same database.
    ///
    /// - Parameter name: the end of the schema's name.
    package func storeLocation(beside name: String) -> StoreLocation? {
        storeAddress.map { .address(StoreSchema.address($0, beside: name)) }
    }

    /// Whether there is a household.
    ///
    /// - Throws: errors of a database that cannot be asked.
    public var hasHousehold: Bool {
        get throws { try PersistentStoreCoordinator.hasPersistentStore(at: storeLocation) }
    }

    /// Where the household is, in a few words and without secrets.
    public var place: String { storeAddress.map { "\(StoreLocation.address($0))" } ?? path }

    /// The store's file.
    public var store: String { path + "/Homeowner.sqlite" }
    /// The originals of the items' pictures, each named by its item key.
    public var images: String { path + "/images" }
    /// Uploads on their way in, of this server alone; emptied at each start.
    public var incoming: String { isShared ? allIncoming + "/" + server : allIncoming }
    /// The folder of all uploads on their way in.
    private var allIncoming: String { path + "/incoming" }
    /// Pictures of forms that were refused, kept until the form comes again, for a day at most.
    public var staged: String { path + "/staged" }
    /// What it takes to undo changes, kept for a day.
    public var undo: String { path + "/undo" }
    /// The marks of forms that were taken, where several servers take them; kept for a day.
    public var forms: String { path + "/forms" }
    /// Imports that wait for a yes, and what is needed to take imports back.
    public var imports: String { path + "/imports" }
    /// The note of persons who are being taken out of the files; there is none most of the time.
    public var erasure: String { path + "/erasing.json" }
    /// Who signs in: a store of its own; there is none until somebody is added.
    public var accounts: String { path + "/accounts.sqlite" }
    /// The sections that the owner has put away; there is none until one is.
    public var sections: String { path + "/sections.json" }
    /// What the household is called; there is none until it has a name.
    public var settings: String { path + "/settings.json" }
    /// The certificate that this machine makes for its network, with its key; in no backup.
    public var network: String { path + "/network" }
    /// Whether the network is let in, and at which port; in no backup.
    public var networkSettings: String { path + "/network.json" }
    /// The images of favourite photos, each named by the number of its record.
    public var favorites: String { path + "/favorites" }
    /// The checksums of the pictures.
    public var checksums: String { path + "/" + PictureChecksums.fileName }
    /// Says when the last backup was made and verified; there is none before the first.
    public var lastBackup: String { path + "/last-backup.json" }
    /// What backups under way need besides: copies of the store, and second names of pictures.
    public var backingUp: String { path + "/backing-up" }
    /// What a check has found to belong to nothing, put aside.
    public var orphans: String { path + "/orphans" }
    /// Photographs by place, unless the owner names another folder.
    public var photos: String { path + "/photos" }

    /// Where the photographs are if the owner has named another folder to the server.
    private var photosNote: String { path + "/photos-folder" }

    /// Where the photographs are, as far as it is known here: commands that are not told go by it.
    public var knownPhotos: String {
        guard let data = FileManager.default.contents(atPath: photosNote) else { return photos }
        let noted = String(decoding: data, as: UTF8.self)
        return noted.isEmpty ? photos : noted
    }

    /// Takes note of where the photographs are.
    ///
    /// - Parameter folder: the folder that the owner has named; nil for the one in the data directory.
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
        [path, images, incoming, staged, undo, imports, favorites] + (isShared ? [forms] : [])
    }

    /// Makes the directories that are missing, for their owner alone.
    ///
    /// - Throws: ``HouseholdError`` that names the directory and the cause.
    public func create() throws(HouseholdError) {
        for directory in all { try Self.create(directory) }
        for directory in all where access(directory, W_OK) != 0 {
            throw .init("The folder \(directory) cannot be written to. Who owns it?")
        }
    }

    /// Empties the folder of what is on its way in; only for a server that has just started, or that ends. The
    /// folder itself stays: it tells others for a day that the server was here.
    ///
    /// - Throws: errors of the file system.
    func emptyIncoming() throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: incoming) {
            try files.removeItem(atPath: "\(incoming)/\(name)")
        }
    }

    /// Removes what servers that have ended left on its way in, a day after it came.
    ///
    /// - Throws: errors of the file system.
    func forgetIncoming(now: Date = Date()) throws {
        guard isShared else { return }
        try Self.forgetOld(in: allIncoming, now: now) { $0 != server }
    }

    /// Removes the marks of forms that were taken more than a day ago.
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
            // What goes by itself meanwhile is not missed.
            guard let date = try FileTime.modification(at: place),
                now.timeIntervalSince(date) > 24 * 60 * 60
            else { continue }
            try files.removeUnlessGone(atPath: place)
        }
    }

    /// Says that this server is at work, so that others leave its folder alone.
    ///
    /// - Throws: errors of the file system.
    func keepIncoming() throws {
        guard isShared else { return }
        try create()
        guard utimes(incoming, nil) == 0 else { throw FileError(path: incoming, code: errno) }
    }

    /// Makes the folder of photographs.
    ///
    /// - Throws: ``HouseholdError`` that names the directory and the cause.
    func createPhotos() throws(HouseholdError) {
        try Self.create(photos)
    }

    private static func create(_ directory: String) throws(HouseholdError) {
        guard let cause = make(directory) else { return }
        throw .init("The folder \(directory) cannot be made: \(cause).")
    }

    /// The directory above another one; nil for a name alone. (Foundation's `deletingLastPathComponent`
    /// ends the program for a name of one letter.)
    static func parent(of directory: String) -> String? {
        let steps = directory.split(separator: "/")
        guard steps.count > 1 else { return nil }
        return (directory.hasPrefix("/") ? "/" : "") + steps.dropLast().joined(separator: "/")
    }

    /// Makes a directory and those above it. Returns what the operating system says against it.
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
