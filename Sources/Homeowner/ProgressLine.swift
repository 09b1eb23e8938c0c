import Backup
import Domain
import Foundation
import Synchronization

/// A progress line in a terminal. Nothing is written if standard error is not a terminal.
final class ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let length = Mutex(0)

    /// Shows the progress of a backup.
    func show(_ progress: BackupProgress) {
        let verb =
            switch progress.phase {
            case .copying: "Copying the records"
            case .writing: "Writing"
            case .verifying: "Verifying"
            }
        let percent = Int(progress.fraction * 100)
        let sizes =
            progress.phase == .copying
            ? "" : ", \(ByteText.text(progress.bytes)) of \(ByteText.text(progress.total))"
        write("\(verb): \(percent) %\(sizes)")
    }

    /// Clears the line before other output.
    func clear() {
        guard length.withLock({ $0 }) > 0 else { return }
        write("")
    }

    func write(_ text: String) {
        guard isShown else { return }
        length.withLock { length in
            let rest = String(repeating: " ", count: max(0, length - text.count))
            FileHandle.standardError.write(Data("\r\(text)\(rest)\r".utf8))
            length = text.count
        }
    }
}

extension ProgressLine {
    /// Shows the progress of an import.
    func show(_ progress: ImportProgress.State) {
        let percent = Int(progress.fraction * 100)
        switch progress.phase {
        case .reading: write("Reading the file: \(percent) %")
        case .trying: write("Checking each row: \(percent) %")
        case .importing: write("Importing: \(percent) %")
        case .saving: write("Saving")
        case .checking: write("Checking whether it can be undone: \(percent) %")
        case .takingBack: write("Undoing: \(percent) %")
        }
    }
}
