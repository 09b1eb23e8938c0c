import Dispatch
import Foundation

/// A directory that is removed when the benchmarks end, even by Ctrl-C.
struct ScratchDirectory {
    let path: String
    private let signals: [any DispatchSourceSignal]

    init() throws {
        let path = NSTemporaryDirectory() + "homeowner-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        self.path = path
        signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                ChildProcess.endAll()
                Self.remove(path)
                exit(128 + number)
            }
            source.activate()
            return source
        }
    }

    func remove() { Self.remove(path) }

    private static let removal = NSLock()

    private static func remove(_ path: String) {
        // Benchmarks whose servers were ended by a signal fail, and remove it at the same time.
        removal.withLock {
            guard access(path, F_OK) == 0 else { return }
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                FileHandle.standardError.write(Data("\(path) was not removed: \(error)\n".utf8))
            }
        }
    }
}
