public import Foundation

/// The originals of the items' pictures: files that are named by the item's key.
///
/// A picture and its record change together: the file is put in place, synced, before the record is
/// saved, and the former one is kept beside it until then.
public struct ItemImages: Sendable {
    private let directory: DataDirectory

    init(directory: DataDirectory) {
        self.directory = directory
    }

    /// The path of an item's original, or nil if it has none.
    public func path(of key: UUID) -> String? {
        let path = original(key)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Puts a file in the place of an item's original while a closure saves the record. If the
    /// closure throws, the former original is there again.
    ///
    /// - Parameter file: an uploaded file in the data directory, which moves; nil to have no
    ///   original.
    /// - Throws: what the closure throws, and errors of the file system.
    public func replace<T>(
        _ key: UUID, with file: String?, whileSaving save: () throws -> T
    ) throws
        -> T
    {
        let replacement = try Replacement(
            original: original(key), former: former(key), new: file)
        do {
            let result = try save()
            try replacement.finish()
            return result
        } catch {
            try replacement.takeBack()
            throw error
        }
    }

    /// What a sweep found.
    public struct Sweep: Sendable, Equatable {
        /// Files that belonged to no record, and are gone.
        public var removed: [String] = []
        /// Keys of items whose picture was being replaced when the program ended: their thumbnail
        /// has to be made again from the original.
        public var interrupted: [UUID] = []
    }

    /// Removes files that belong to no record, and uploads that were never finished.
    ///
    /// - Parameter hasRecord: whether there is an item with a key and a picture.
    /// - Throws: errors of the file system.
    public func sweep(keeping hasRecord: (UUID) throws -> Bool) throws -> Sweep {
        var sweep = Sweep()
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: directory.images) {
            let path = "\(directory.images)/\(name)"
            if name.hasSuffix(Self.formerSuffix) {
                let key = UUID(uuidString: String(name.dropLast(Self.formerSuffix.count)))
                if let key, try hasRecord(key) {
                    sweep.interrupted.append(key)
                    if self.path(of: key) == nil {
                        try files.moveItem(atPath: path, toPath: original(key))
                    }
                }
                if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
            } else if let key = UUID(uuidString: name), try hasRecord(key) {
                continue
            } else {
                try files.removeItem(atPath: path)
                sweep.removed.append(name)
            }
        }
        for name in try files.contentsOfDirectory(atPath: directory.temporary) {
            try files.removeItem(atPath: "\(directory.temporary)/\(name)")
        }
        return sweep
    }

    private static let formerSuffix = ".former"

    private func original(_ key: UUID) -> String { "\(directory.images)/\(key.uuidString)" }
    private func former(_ key: UUID) -> String { original(key) + Self.formerSuffix }
}
