import Synchronization

/// Where the time of a request went, for the `Server-Timing` header.
final class ServerTiming: Sendable {
    /// A part of the work.
    enum Part: String, CaseIterable {
        /// In the store.
        case db
        /// In templates.
        case render
        /// In decoding and scaling pictures.
        case image
    }

    private let start = ContinuousClock.now
    private let spent = Mutex<[Part: Duration]>([:])

    /// The time since the request came.
    var total: Duration { ContinuousClock.now - start }

    /// Does work and counts its time towards a part.
    func measure<Value>(_ part: Part, _ work: () throws -> Value) rethrows -> Value {
        let begin = ContinuousClock.now
        defer { add(ContinuousClock.now - begin, to: part) }
        return try work()
    }

    /// Does work that waits and counts its time towards a part.
    func measure<Value>(_ part: Part, _ work: () async throws -> Value) async rethrows -> Value {
        let begin = ContinuousClock.now
        defer { add(ContinuousClock.now - begin, to: part) }
        return try await work()
    }

    /// The value of the header, in milliseconds.
    func header(total: Duration) -> String {
        var header = "total;dur=" + Self.milliseconds(total)
        let spent = spent.withLock { $0 }
        guard !spent.isEmpty else { return header }
        for part in Part.allCases {
            guard let time = spent[part] else { continue }
            header += ", \(part.rawValue);dur=\(Self.milliseconds(time))"
        }
        return header
    }

    private func add(_ duration: Duration, to part: Part) {
        spent.withLock { $0[part, default: .zero] += duration }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
