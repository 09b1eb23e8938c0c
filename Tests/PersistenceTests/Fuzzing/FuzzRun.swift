import Foundation
import Synchronization
import Testing

/// Passes inputs to a reader, each generated from its own seed.
///
/// `FUZZ_SECONDS` is the time for each reader, instead of some hundred inputs; `FUZZ_FIRST` is the
/// first seed, and `FUZZ_SEED` a single one to repeat. The current seed is in `FUZZ_NOTES/READER`,
/// where it remains if the process crashes.
struct FuzzRun {
    /// The maximum processor time of an input, and the maximum memory growth for all of them.
    private static let maximumTime = 3.0
    private static let maximumGrowth = 1 << 30

    /// The number of inputs for a reader without a time limit.
    private static let usualCount = 100

    let reader: String
    private let note: Int32
    private let notePath: String

    init(_ reader: String) throws {
        let directory = Self.variable("FUZZ_NOTES") ?? NSTemporaryDirectory()
        self.reader = reader
        notePath = "\(directory)/fuzz-\(reader)-\(getpid())"
        note = open(notePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try #require(note >= 0, "\(notePath) cannot be written")
    }

    /// Makes and tries inputs until there were enough, or the time is over.
    ///
    /// - Parameter body: makes an input from the numbers, reads it, and says what is wrong, if
    ///   anything is.
    func run(_ body: (inout SplitMix) throws -> String?) throws {
        defer { close(note) }
        let size = Self.maximumSize
        let watch = FuzzWatch(reader)
        defer { watch.end() }
        let repeated = Self.variable("FUZZ_SEED").flatMap { UInt64($0) }
        let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
        var count = 0
        var seed = repeated ?? Self.variable("FUZZ_FIRST").flatMap { UInt64($0) } ?? 1
        repeat {
            write(seed)
            watch.begin(seed)
            let start = Self.processorTime
            var numbers = SplitMix(state: seed &* 0xD134_2543_DE82_EF95)
            var fault = try body(&numbers)
            let time = Self.processorTime - start
            if time > Self.maximumTime { fault = "it took \(time) seconds" }
            if Self.maximumSize - size > Self.maximumGrowth { fault = "it took too much memory" }
            if let fault {
                Issue.record("\(fault) Repeat it: make fuzz FILTER=\(reader) SEED=\(seed)")
                return
            }
            seed &+= 1
            count += 1
        } while repeated == nil && end.map { ContinuousClock.now < $0 } ?? (count < Self.usualCount)
        unlink(notePath)
    }

    private func write(_ seed: UInt64) {
        let text = Array("\(seed)\n".utf8)
        _ = pwrite(note, text, text.count, 0)
    }

    private static var seconds: Double? {
        variable("FUZZ_SECONDS").flatMap(Double.init)
    }

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The peak memory of the process, in bytes.
    private static var maximumSize: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }
}

/// Ends the process if an input never finishes, since nothing else could.
private final class FuzzWatch: Sendable {
    private struct State {
        var seed: UInt64 = 0
        var start = ContinuousClock.now
        var isOver = false
    }

    private let state = Mutex(State())

    init(_ reader: String) {
        Thread.detachNewThread {
            while true {
                Thread.sleep(forTimeInterval: 0.5)
                let now = self.state.withLock { ($0.isOver, $0.start, $0.seed) }
                if now.0 { return }
                guard ContinuousClock.now - now.1 > .seconds(600) else { continue }
                fatalError("\(reader) hangs: make fuzz FILTER=\(reader) SEED=\(now.2)")
            }
        }
    }

    func begin(_ seed: UInt64) {
        state.withLock { state in
            state.seed = seed
            state.start = .now
        }
    }

    func end() {
        state.withLock { $0.isOver = true }
    }
}
