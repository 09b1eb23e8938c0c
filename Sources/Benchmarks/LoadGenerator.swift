import Foundation

/// Requests pages over persistent connections, each the next page as soon as the last one has
/// arrived.
struct LoadGenerator {
    /// The result of a run.
    struct Result {
        var requests = 0
        var seconds = 0.0
        var bytes = 0
        /// The median and the 99th percentile of response times, in seconds.
        var median = 0.0
        var ninetyNinth = 0.0

        var rate: Double { Double(requests) / seconds }

        var text: String { "\(requests) \(seconds) \(bytes) \(median) \(ninetyNinth)" }

        init() {}

        /// Parses ``text``.
        init(text: String) throws {
            let fields = text.split(separator: " ")
            guard fields.count == 5, let requests = Int(fields[0]),
                let seconds = Double(fields[1]), let bytes = Int(fields[2]),
                let median = Double(fields[3]), let ninetyNinth = Double(fields[4])
            else { throw BenchmarkFailure("“\(text)” is no result.") }
            (self.requests, self.seconds, self.bytes) = (requests, seconds, bytes)
            (self.median, self.ninetyNinth) = (median, ninetyNinth)
        }

        fileprivate mutating func take(_ latencies: [Double]) {
            guard !latencies.isEmpty else { return }
            (median, ninetyNinth) = (latencies.median, latencies.ninetyNinth)
        }
    }

    let port: Int
    /// The time after which it ends, unless the requests are done before.
    let seconds: Double
    let requests: Int
    var connections = 16
    /// Headers for each request, each with its line end.
    var headers = ""
    /// The pages, requested in turns.
    let paths: [String]

    /// Runs in a separate process, so that its CPU time does not count as the server's.
    func runInChild() throws -> Result {
        try Result(text: ChildProcess.output(of: .load(self)))
    }

    func run() throws -> Result {
        let texts = paths.map { HTTPConnection.get($0, port: port, headers: headers) }
        let connections = try (0..<self.connections).map { _ in try HTTPConnection(port: port) }
        var readers = connections.map { _ in AnswerReader() }
        var waits = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        var result = Result()
        var begun = 0
        let start = ContinuousClock.now
        var begunAt = connections.map { _ in start }
        var latencies: [Double] = []
        func begin(_ index: Int) throws {
            begunAt[index] = .now
            try connections[index].send(texts[begun % texts.count])
            begun += 1
        }

        for index in connections.indices { try begin(index) }
        while result.requests < requests, result.seconds < seconds {
            guard poll(&waits, nfds_t(waits.count), 10_000) > 0 else {
                throw BenchmarkFailure("No answer came within ten seconds.")
            }
            for index in waits.indices where waits[index].revents != 0 {
                try connections[index].read { result.bytes += try readers[index].take($0).count }
                guard readers[index].isComplete else { continue }
                try check(readers[index])
                latencies.append((ContinuousClock.now - begunAt[index]) / .seconds(1))
                result.requests += 1
                readers[index] = AnswerReader()
                if begun < requests { try begin(index) }
            }
            result.seconds = (ContinuousClock.now - start) / .seconds(1)
        }
        result.take(latencies)
        return result
    }

    private func check(_ reader: AnswerReader) throws {
        guard reader.status == 200 else { throw BenchmarkFailure("An answer was \(reader.head)") }
    }
}
