import Foundation
import Synchronization

/// A process that the benchmarks start and end.
final class ChildProcess: Sendable {
    private static let running = Mutex<[Int32]>([])

    let id: Int32

    /// Starts a program.
    ///
    /// - Parameter log: the file for its messages.
    init(_ program: String, _ arguments: [String], log: String) throws {
        var id: pid_t = 0
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        var arguments = ([program] + arguments).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let code = posix_spawn(&id, program, &actions, nil, &arguments, environ)
        guard code == 0 else {
            throw BenchmarkFailure("\(program): \(String(cString: strerror(code)))")
        }
        self.id = id
        Self.running.withLock { $0.append(id) }
    }

    /// Ends the process with SIGTERM, and waits for it.
    func end() {
        kill(id, SIGTERM)
        var status: Int32 = 0
        waitpid(id, &status, 0)
        Self.running.withLock { running in running.removeAll { $0 == id } }
    }

    /// The memory of the process by kind (`VmRSS`, `RssAnon`, `RssFile`, `VmHWM`), in megabytes of
    /// 1024 × 1024 bytes.
    func memory() throws -> [String: Double] {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        var memory: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, words[2] == "kB", let size = Double(words[1]) else { continue }
            memory[String(words[0].dropLast())] = size / 1024
        }
        return memory
    }

    /// Waits until the process ends. Returns its peak memory in megabytes.
    func peakUntilEnd() throws -> Double {
        var (peak, status) = (0.0, Int32(0))
        while waitpid(id, &status, WNOHANG) == 0 {
            peak = max(peak, try memory()["VmHWM"] ?? 0)
            usleep(5_000)
        }
        Self.running.withLock { running in running.removeAll { $0 == id } }
        guard status == 0 else { throw BenchmarkFailure("A child ended with \(status).") }
        return peak
    }

    /// Ends all running processes, and waits until they write nothing more.
    static func endAll() {
        let ids = running.withLock { $0 }
        for id in ids { kill(id, SIGKILL) }
        var status: Int32 = 0
        // Another thread may have waited for the process first; it has ended then as well.
        for id in ids { while waitpid(id, &status, 0) < 0, errno == EINTR {} }
    }

    /// The output of this executable in a child role.
    static func output(of role: ChildRole) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try executable
        process.arguments = role.arguments
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("The child \(role.arguments) failed; see above.")
        }
        return String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static var executable: URL {
        get throws {
            guard let url = Bundle.main.executableURL else {
                throw BenchmarkFailure("The path of this program is unknown.")
            }
            return url
        }
    }
}
