/// How far the making, the verifying or the restoring of a backup is.
public struct BackupProgress: Sendable, Equatable {
    /// What is being done.
    public enum Phase: String, Sendable {
        /// The store is copied, while others go on.
        case copying
        /// The archive is written.
        case writing
        /// The archive is read again, and all of it compared.
        case verifying
    }

    public var phase: Phase
    /// How many bytes of the household are done.
    public var bytes: Int64
    /// How many there are; 0 as long as that is not known.
    public var total: Int64

    /// - Parameter total: 0 as long as that is not known.
    public init(phase: Phase, bytes: Int64 = 0, total: Int64 = 0) {
        self.phase = phase
        self.bytes = bytes
        self.total = total
    }

    /// The part that is done, from 0 to 1.
    public var fraction: Double { total > 0 ? min(1, Double(bytes) / Double(total)) : 0 }
}
