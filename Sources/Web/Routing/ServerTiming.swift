import Synchronization

/// The time spent in the parts of a request, for the `Server-Timing` header.
final class ServerTiming: Sendable {
    /// A part of the work.
    enum Part: String, CaseIterable {
        /// The store.
        case db
        /// The templates.
        case render
        /// Decoding and scaling of pictures.
        case image
    }

    private let start = ContinuousClock.now
    private let spent = Mutex<[Part: Duration]>([:])

    /// The time since the start of the request.
    var total: Duration { ContinuousClock.now - start }

    /// Measures a closure as a part of the work.
    func measure<Value>(_ part: Part, _ work: () throws -> Value) rethrows -> Value {
        let begin = ContinuousClock.now
        defer { add(ContinuousClock.now - begin, to: part) }
        return try work()
    }

    /// Measures an asynchronous closure as a part of the work.
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
