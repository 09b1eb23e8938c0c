import Domain
import Foundation

/// The files of a backup, before they are written.
struct BackupContents {
    /// A file of the backup.
    struct File {
        /// The path of the source.
        let source: String
        /// The bytes of that path, if it is not UTF-8.
        var sourceName: [UInt8]?
        /// Its path in the backup's top folder.
        let path: String
        let size: Int64
        let modified: Int64
        /// Its inode number, which stays when it is moved.
        let number: UInt64
    }

    private(set) var data: [File] = []
    private(set) var pictures: [File] = []
    /// The photos, which may still be moved and removed until they are written.
    private(set) var photos: [File] = []
    private(set) var tables: [File] = []
    /// The items whose pictures are missing, a sentence each.
    private(set) var missing: [String] = []
    /// The files that are left out because of their names, or because they cannot be read.
    private(set) var leftOut: [String] = []

    var all: [File] { data + pictures + photos + tables }

    /// Collects the files of a snapshot, and writes its tables.
    ///
    /// - Parameter photos: the folder of photos.
    /// - Throws: errors of the store and of the file system.
    init(_ snapshot: HouseholdSnapshot, photos: String) throws {
        try add(snapshot.store, as: BackupPath.store, to: \.data)
        let folders = [BackupPath.supportFolder, "favorites", "imports"]
        for folder in folders where access("\(snapshot.path)/\(folder)", F_OK) == 0 {
            for name in try snapshot.names(in: folder) {
                let source = "\(snapshot.path)/\(folder)/\(name)"
                try add(source, as: "\(BackupPath.data)/\(folder)/\(name)", to: \.data)
            }
        }
        for name in BackupPath.dataFiles {
            let source = "\(snapshot.path)/\(name)"
            guard access(source, F_OK) == 0 else { continue }
            try add(source, as: "\(BackupPath.data)/\(name)", to: \.data)
        }
        try addPictures(snapshot)
        for photo in PhotoListing(folder: photos).files() {
            if BackupPath.place(of: photo.path) == nil {
                leftOut.append(photo.source)
            } else {
                self.photos.append(photo)
            }
        }
    }

    /// Adds the pictures by the names of their items, and the tables that list them.
    private mutating func addPictures(_ snapshot: HouseholdSnapshot) throws {
        let names = try snapshot.names(in: "images")
        let present = Set(names)
        var paths: [String: String] = [:]
        let tables = try RecordTables(store: snapshot.store)
        let folder = snapshot.path + "/" + BackupPath.tables
        var missing: Set<String> = []
        try tables.write(to: folder) { key, name in
            guard present.contains(key.uuidString) else {
                missing.insert("The picture of “\(name)” (images/\(key.uuidString)) is missing.")
                return ""
            }
            let start = try Self.start(of: "\(snapshot.path)/images/\(key.uuidString)")
            let path = BackupPath.picture(
                named: name, key: key, fileExtension: PictureSignature.fileExtension(of: start))
            paths[key.uuidString] = path
            return path
        }
        try tables.close()
        self.missing = missing.sorted()
        for name in names {
            try add(
                "\(snapshot.path)/images/\(name)",
                as: paths[name] ?? "\(BackupPath.data)/images/\(name)", to: \.pictures)
        }
        for name in try snapshot.names(in: BackupPath.tables) {
            try add("\(folder)/\(name)", as: "\(BackupPath.tables)/\(name)", to: \.tables)
        }
    }

    private mutating func add(
        _ source: String, as path: String, to list: WritableKeyPath<BackupContents, [File]>
    ) throws {
        guard BackupPath.place(of: path) != nil else { return leftOut.append(source) }
        var status = stat()
        guard lstat(source, &status) == 0 else { throw FileError(path: source, code: errno) }
        self[keyPath: list].append(
            File(
                source: source, path: path, size: Int64(status.st_size),
                modified: Int64(status.st_mtim.tv_sec), number: UInt64(status.st_ino)))
    }

    private static func start(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }
}
