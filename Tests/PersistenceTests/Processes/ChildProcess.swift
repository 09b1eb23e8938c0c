import Foundation
import Testing

/// Another process that works on a store: a copy of this one, which does nothing else.
enum ChildProcess {
    /// Runs a child to its end. Returns whether it lived to do its work: it may be killed at an operation
    /// on files, and is otherwise when its work is done.
    static func run(
        _ work: Work, at path: String,
        interrupted interruption: KillingFiles.Interruption = .nothing
    ) async throws -> Bool {
        let note = NSTemporaryDirectory() + "child-\(UUID())"
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                work = work as ChildProcess.Work, path = path as String,
                interruption = interruption as KillingFiles.Interruption, note = note as String
            ] in
            try work.run(at: path, interrupted: interruption)
            KillingFiles.interrupt(.nothing)
            try Data().write(to: URL(fileURLWithPath: note))
            kill(getpid(), SIGKILL)
        }
        guard FileManager.default.fileExists(atPath: note) else { return false }
        try FileManager.default.removeItem(atPath: note)
        return true
    }
}
