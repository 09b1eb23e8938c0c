/// Adds photos to a backup while their owner may move, remove and change them.
struct ConcurrentPhotoEdits {
    private let folder: String
    private let archive: BackupArchive
    private var taken: Set<String> = []
    /// Changes of photos since they were listed, a sentence each.
    private(set) var changes: [String] = []

    /// - Parameters:
    ///   - folder: the folder of photos.
    ///   - archive: the backup's archive.
    init(_ folder: String, to archive: BackupArchive) {
        self.folder = folder
        self.archive = archive
    }

    /// Adds photos under their current names. Photos that are gone or have changed are left out,
    /// which the backup records.
    ///
    /// - Throws: ``FileError``, errors of the output.
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
                "The photo \(photo.path) is not complete in the backup: it became shorter meanwhile."
            )
        case nil: return false
        }
        taken.insert(photo.path)
        return true
    }
}
