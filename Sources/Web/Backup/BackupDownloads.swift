import Backup
import Dispatch
import Domain
import Logging
import Synchronization

/// The backup that is being downloaded: one at a time.
final class BackupDownloads: Sendable {
    private let directory: DataDirectory
    private let progress = Mutex<BackupProgress?>(nil)
    private let thread = DispatchQueue(label: "backup")

    init(directory: DataDirectory) {
        self.directory = directory
    }

    /// How far it is; nil if none is being made.
    var current: BackupProgress? { progress.withLock { $0 } }

    /// Begins a backup.
    ///
    /// - Returns: its bytes. Letting go of them ends it.
    /// - Throws: a 503 if one is being made.
    func begin(_ compression: BackupCompression, _ logger: Logger) throws -> PieceDownload {
        try progress.withLock { progress in
            guard progress == nil else { throw SiteError.busy(retryAfterSeconds: 60) }
            progress = BackupProgress(phase: .copying)
        }
        var maker = BackupMaker(directory)
        maker.compression = compression
        maker.progress = { [weak self] now in self?.progress.withLock { $0 = now } }
        let handover = PieceHandover { [self] in progress.withLock { $0 = nil } }
        thread.async { [maker] in
            do {
                let outcome = try maker.write { try handover.give($0) }
                logger.notice(
                    "A backup was downloaded", metadata: ["files": "\(outcome.description.files)"])
                let unlike = outcome.leftOut + outcome.changes
                if !unlike.isEmpty {
                    logger.warning(
                        "Files are not in a backup as they were", metadata: ["files": "\(unlike)"])
                }
                handover.end()
            } catch {
                if !(error is CancellationError) {
                    logger.error("A backup failed", metadata: ["error": "\(error)"])
                }
                handover.end(error)
            }
        }
        return PieceDownload(handover)
    }
}
