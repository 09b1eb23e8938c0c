public import Domain
public import Foundation
import Persistence

/// Makes a backup of a household that stays in use.
public struct BackupMaker: Sendable {
    /// Receives the bytes of the archive in order.
    public typealias Output = (UnsafeRawBufferPointer) throws -> Void

    /// The result of a backup.
    public struct Outcome: Sendable, Equatable {
        /// The description of the backup.
        public var description: BackupDescription
        /// The files that were left out because of their names.
        public var leftOut: [String]
        /// Damaged pictures, which are in the backup as they are, a sentence each.
        public var damage: [String]
        /// Changes of photos during the backup, a sentence each.
        public var changes: [String]
    }

    /// The data directory of the household.
    public let directory: DataDirectory
    /// The folder of photos; nil, the default, for the server's current or last one.
    public var photos: String?
    /// The compression. Default: zstd.
    public var compression = BackupCompression.zstd
    /// Receives the progress, up to ten times a second. Default: nil.
    public var progress: (@Sendable (BackupProgress) -> Void)?
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }
    /// Runs before each step.
    var willBegin: @Sendable (BackupStep) throws -> Void = { _ in }

    /// Prepares a backup without starting it.
    public init(_ directory: DataDirectory) {
        self.directory = directory
    }

    /// Makes the backup.
    ///
    /// - Throws: errors of the store and of the file system, ``BackupError``, errors of the output.
    public func write(to output: @escaping Output) throws -> Outcome {
        guard try directory.hasHousehold else {
            throw BackupError("There is no household in \(directory.place).")
        }
        try willBegin(.pinning)
        let meter = ProgressMeter(progress)
        let folder = try BackupWorkFolder(in: directory)
        let snapshot = try HouseholdSnapshot(of: directory, in: folder.path) { part in
            meter.report(.copying, bytes: Int64(part * 1_000), total: 1_000)
        }
        let photoFolder = photos ?? directory.knownPhotos
        let contents = try BackupContents(snapshot, photos: photoFolder)
        try willBegin(.describing)
        let description = try describe(contents, snapshot)
        meter.begin(.writing, total: description.bytes)
        let archive = try BackupArchive(
            compression: compression, manifest: folder.path + "/manifest", made: description.made,
            meter: meter, to: output)
        try archive.addExtra(Data(BackupReadme.text(description).utf8), as: BackupPath.readme)
        try archive.addExtra(
            BackupDescription.encoder.encode(description), as: BackupPath.description)
        try willBegin(.addingData)
        for file in contents.data { try archive.add(file) }
        try willBegin(.addingPictures)
        for file in contents.pictures { try archive.add(file) }
        var living = ConcurrentPhotoEdits(photoFolder, to: archive)
        try living.add(contents.photos)
        try willBegin(.addingTables)
        for file in contents.tables { try archive.add(file) }
        try willBegin(.addingManifest)
        try archive.finish()
        let damage = try PictureComparison(contents: contents, snapshot: snapshot)
            .faults(manifest: folder.path + "/manifest")
        // Keeps the folder until now.
        withExtendedLifetime(folder) { snapshot.shrink() }
        return Outcome(
            description: description.without(archive.leftOut), leftOut: contents.leftOut,
            damage: damage,
            changes: living.changes)
    }

    private func describe(
        _ contents: BackupContents, _ snapshot: HouseholdSnapshot
    ) throws -> BackupDescription {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            at: snapshot.store)
        let files = contents.all
        return BackupDescription(
            program: ProgramVersion.current,
            made: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)),
            files: files.count, bytes: files.reduce(0) { $0 + $1.size },
            modelVersions: try Household.modelVersionNames(ofStoreAt: snapshot.store),
            entities: metadata.versionHashes.mapValues { hash in
                hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            })
    }
}
