import Foundation
import Synchronization

/// Runs this program as a separate process for a file that attacks what opens it: PDF loaders and readers of
/// codes are not trusted. A file that crashes or blocks the process loses only what was to be made of it.
package enum SeparateProcess {
    /// The maximum size of the output in bytes.
    private static let mostBytes = 2_000_000
    /// The time limit for a file, in milliseconds.
    private static let timeout: Int32 = 20_000
    /// The limits of the process: seconds of CPU time, bytes of memory.
    private static let maximumSeconds: rlim_t = 10
    private static let maximumMemory: rlim_t = 2_000_000_000

    private static let known = Mutex<String?>(nil)

    /// Sets the program's path.
    package static func use(_ program: String) {
        known.withLock { $0 = program }
    }

    /// The program with the name of a command, after which comes the path of a file; nil if no program was
    /// set, so that this process opens the file itself, as in tests.
    static func command(_ name: String) -> [String]? {
        known.withLock { $0 }.map { [$0, name] }
    }

    // MARK: - In the separate process

    /// Limits this process, which does nothing but open one file.
    ///
    /// - Returns: whether it has its limits; without them it must not open anything.
    package static func limit() -> Bool {
        // Writing a file fails with an error instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        return [
            (RLIMIT_CPU, maximumSeconds), (RLIMIT_AS, maximumMemory), (RLIMIT_FSIZE, 0),
            (RLIMIT_CORE, 0),
        ].allSatisfy { resource, most in
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            return setrlimit(Int32(resource.rawValue), &limit) == 0
        }
    }

    // MARK: - In the server's process

    /// Runs a command on a file, and reads its output.
    ///
    /// - Returns: the output; nil if the command failed.
    static func run(_ command: [String], on path: String) -> Data? {
        var ends: [Int32] = [0, 0]
        // Processes that start meanwhile must not inherit an end of the socket.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let id = command.first.flatMap {
            start($0, command + [path], writingTo: ends[1])
        }
        close(ends[1])
        guard let id else { return nil }
        let output = output(of: ends[0])
        if output == nil { kill(id, SIGKILL) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? output : nil
    }

    private static func start(
        _ program: String, _ arguments: [String], writingTo output: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0,
            posix_spawn_file_actions_adddup2(&actions, output, 1) == 0,
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0
        else { return nil }
        // It gets only the part of the environment that finds its libraries, and no keys.
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        let kept = libraries.map { ["LD_LIBRARY_PATH=\($0)"] } ?? []
        var id: pid_t = 0
        let code = withStrings(arguments) { arguments in
            withStrings(kept) { environment in
                posix_spawn(&id, program, &actions, nil, arguments, environment)
            }
        }
        return code == 0 ? id : nil
    }

    /// Reads until the other end is closed; nil if that takes too long or is too much.
    private static func output(of descriptor: Int32) -> Data? {
        let deadline = ContinuousClock.now + .milliseconds(Int(timeout))
        var output = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(min(rest, 1_000)))
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            guard ready > 0 else { return nil }
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? output : nil }
            output.append(contentsOf: piece[..<count])
            guard output.count <= mostBytes else { return nil }
        }
    }

    /// Passes texts to a closure as a C array of strings.
    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
