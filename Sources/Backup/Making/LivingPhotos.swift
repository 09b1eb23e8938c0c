/// Puts photographs into a backup whose folder goes on living: its owner moves, removes and changes them
/// while those before them are being written.
struct LivingPhotos {
    private let folder: String
    private let archive: BackupArchive
    private var taken: Set<String> = []
    /// What became of photos since they were listed, a sentence each.
    private(set) var changes: [String] = []

    /// - Parameters:
    ///   - folder: the folder of photographs.
    ///   - archive: where they go.
    init(_ folder: String, to archive: BackupArchive) {
        self.folder = folder
        self.archive = archive
    }

    /// Adds photos, under the names that they have by now. Those that are not there any more, or not what
    /// they were, are left out, which the backup says.
    ///
    /// - Throws: ``FileError``, what the output throws.
    mutating func add(_ photos: [BackupContents.File]) throws {
        var gone: [BackupContents.File] = []
        for photo in photos {
            if try !take(photo) { gone.append(photo) }
        }
        guard !gone.isEmpty else { return }
        var present = Dictionary(
            PhotoListing(folder: folder).files().filter { !taken.contains($0.path) }
                .map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        for photo in gone {
            if let moved = present.removeValue(forKey: photo.number), moved.size == photo.size,
                BackupPath.place(of: moved.path) != nil, try take(moved)
            {
                changes.append("The photo \(photo.path) was moved meanwhile, to \(moved.path).")
            } else {
                archive.leaveOut(photo)
                changes.append(
                    "The photo \(photo.path) is not in the backup: it was removed or changed "
                        + "meanwhile.")
            }
        }
    }

    private mutating func take(_ photo: BackupContents.File) throws -> Bool {
        switch try archive.addChanging(photo) {
        case .whole: break
        case .cutOff:
            changes.append(
                "The photo \(photo.path) is not whole in the backup: it became shorter meanwhile.")
        case nil: return false
        }
        taken.insert(photo.path)
        return true
    }
}
