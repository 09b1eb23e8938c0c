/// Reports the progress of a backup, not more often than a person can read it.
final class ProgressMeter {
    private let listener: (@Sendable (BackupProgress) -> Void)?
    private var progress = BackupProgress(phase: .copying, bytes: 0, total: 0)
    private var nextReport = ContinuousClock.now

    init(_ listener: (@Sendable (BackupProgress) -> Void)?) {
        self.listener = listener
    }

    func begin(_ phase: BackupProgress.Phase, total: Int64) {
        progress = BackupProgress(phase: phase, bytes: 0, total: total)
        listener?(progress)
    }

    /// Adds bytes that are done.
    func add(_ bytes: Int) {
        progress.bytes += Int64(bytes)
        tell(isDone: progress.bytes == progress.total)
    }

    /// Reports the state of a phase.
    func report(_ phase: BackupProgress.Phase, bytes: Int64, total: Int64) {
        progress = BackupProgress(phase: phase, bytes: bytes, total: total)
        tell(isDone: bytes == total)
    }

    private func tell(isDone: Bool) {
        guard let listener, isDone || ContinuousClock.now >= nextReport else { return }
        nextReport = .now + .milliseconds(100)
        listener(progress)
    }
}
