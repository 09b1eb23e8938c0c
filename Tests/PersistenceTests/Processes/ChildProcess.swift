import Foundation
import Testing

/// Another process that works on a store: a copy of this one, with a single task.
enum ChildProcess {
    /// Runs a child process until it ends. Returns whether it completed its task: it may be killed
    /// at a file operation.
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
