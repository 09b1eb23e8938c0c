import Foundation
import Testing

/// Another process that works on a store: a copy of this one, which does nothing else.
enum ChildProcess {
    /// Runs a child to its end. Returns whether it lived to do its work: it is killed at an operation on
    /// files, and otherwise when its work is done.
    static func run(_ work: Work, at path: String, killedAt: Int = .max) async throws -> Bool {
        let note = NSTemporaryDirectory() + "child-\(UUID())"
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                work = work as ChildProcess.Work, path = path as String,
                killedAt = killedAt as Int, note = note as String
            ] in
            try work.run(at: path, killedAt: killedAt)
            KillingFiles.kill(at: .max)
            try Data().write(to: URL(fileURLWithPath: note))
            kill(getpid(), SIGKILL)
        }
        guard FileManager.default.fileExists(atPath: note) else { return false }
        try FileManager.default.removeItem(atPath: note)
        return true
    }
}
