/// The progress of making, verifying or restoring a backup.
public struct BackupProgress: Sendable, Equatable {
    /// The phases.
    public enum Phase: String, Sendable {
        /// The store is copied while it stays in use.
        case copying
        /// The archive is written.
        case writing
        /// The archive is read again and compared.
        case verifying
    }

    public var phase: Phase
    /// The number of bytes done.
    public var bytes: Int64
    /// The total number of bytes; 0 until it is known.
    public var total: Int64

    public init(phase: Phase, bytes: Int64 = 0, total: Int64 = 0) {
        self.phase = phase
        self.bytes = bytes
        self.total = total
    }

    /// The fraction done, from 0 to 1.
    public var fraction: Double { total > 0 ? min(1, Double(bytes) / Double(total)) : 0 }
}

/// The steps of making and restoring a backup, for tests that end the process before each.
enum BackupStep: Int, CaseIterable, Sendable {
    // Making
    case pinning, describing, addingData, addingPictures, addingTables, addingManifest, verifying
    case naming, noting
    // Restoring
    case unpacking, comparing, opening, settling, exchanging, puttingAside
}
