import Foundation

/// A server on a free port of the loopback address, in a separate process.
struct ServerProcess {
    let port: Int
    private let process: ChildProcess

    /// Starts the program with `homeowner serve`.
    ///
    /// - Parameter options: further options of `serve`.
    init(serving inventory: ServedInventory, options: [String] = []) throws {
        try self.init(serving: inventory.directory, log: inventory.log, options: options)
    }

    /// Starts the program on a data directory.
    ///
    /// - Parameter core: the core for the program. Default: nil, for all.
    init(
        serving directory: String, log: String, options: [String] = [], core: Int? = nil
    ) throws {
        let port = try Self.freePort()
        self.port = port
        let program =
            try ChildProcess.executable.deletingLastPathComponent().path + "/homeowner"
        let command =
            [program, "serve", "--port", String(port), "--data", directory] + options
        let whole = (core.map { ["/usr/bin/taskset", "-c", String($0)] } ?? []) + command
        process = try ChildProcess(whole[0], Array(whole.dropFirst()), log: log)
        try waitUntilItListens(log: log)
    }

    /// Starts the handwritten server.
    init(byHand inventory: ServedInventory) throws {
        port = try Self.freePort()
        process = try ChildProcess(
            try ChildProcess.executable.path,
            ChildRole.serveByHand(store: inventory.store, page: inventory.page, port: port)
                .arguments,
            log: inventory.log)
        try waitUntilItListens(log: inventory.log)
    }

    func end() { process.end() }

    /// The memory of the process by kind (`VmRSS`, `RssAnon`, `RssFile`, `VmHWM`), in megabytes of
    /// 1024 × 1024 bytes.
    func memory() throws -> [String: Double] { try process.memory() }

    /// The number of threads of the process.
    func threadCount() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        guard let match = text.firstMatch(of: /Threads:\s+(\d+)/), let count = Int(match.1) else {
            throw BenchmarkFailure("The system does not say how many threads there are.")
        }
        return count
    }

    /// Resets `VmHWM`.
    func forgetPeak() throws {
        try "5".write(toFile: "/proc/\(process.id)/clear_refs", atomically: false, encoding: .utf8)
    }

    /// The CPU seconds of the process.
    func computedSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        // The fields after the name in parentheses; user and system time are the 14th and 15th.
        let ticks = [12, 13].compactMap { Double(fields[$0]) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Waits until the server has finished the background work of its start, at most two minutes.
    func waitUntilQuiet() throws {
        var computed = try computedSeconds()
        for _ in 0..<240 {
            usleep(500_000)
            let now = try computedSeconds()
            if now - computed < 0.02 { return }
            computed = now
        }
    }

    private func waitUntilItListens(log: String) throws {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(60) {
            if (try? HTTPConnection(port: port)) != nil { return }
            usleep(500)
        }
        process.end()
        let messages = try String(contentsOfFile: log, encoding: .utf8).suffix(2000)
        throw BenchmarkFailure("The server did not start: \(messages)")
    }

    private static func freePort() throws -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in.loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 ? getsockname(socket, $0, &size) : -1
            }
        }
        guard code == 0 else { throw BenchmarkFailure("There is no free port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

extension sockaddr_in {
    /// A port of the loopback address.
    static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }
}
