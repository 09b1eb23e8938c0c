package import Foundation
import Synchronization

/// Runs the program that makes thumbnails of documents in a separate process: PDF loaders are large
/// and not trusted with untrusted files. A document that crashes or blocks the process only loses
/// its own thumbnail.
package enum DocumentProgram {
    /// The maximum size of a thumbnail in bytes.
    private static let mostBytes = 2_000_000
    /// The time limit for a document, in milliseconds.
    private static let timeout: Int32 = 20_000
    /// The limits of the process: seconds of CPU time, bytes of memory.
    private static let maximumSeconds: rlim_t = 10
    private static let maximumMemory: rlim_t = 2_000_000_000

    private static let known = Mutex<[String]?>(nil)

    /// The program with its first arguments, after which comes the path of the document; nil if
    /// none was set, so that this process opens documents itself, as in tests.
    static var command: [String]? { known.withLock { $0 } }

    /// Sets the program.
    package static func use(_ command: [String]) {
        known.withLock { $0 = command }
    }

    // MARK: - In the separate process

    /// Makes the thumbnail of a document in this process, which does only that.
    ///
    /// - Returns: a PNG file; nil for a document that cannot be shown.
    package static func picture(ofDocumentAt path: String) -> Data? {
        // Writing a file fails with an error instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        for (resource, most) in [
            (RLIMIT_CPU, maximumSeconds), (RLIMIT_AS, maximumMemory), (RLIMIT_FSIZE, 0),
            (RLIMIT_CORE, 0),
        ] {
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            // Without its limits the process opens nothing.
            guard setrlimit(Int32(resource.rawValue), &limit) == 0 else { return nil }
        }
        return DocumentPage.picture(ofFileAt: path)
    }

    // MARK: - In the server's process

    /// Runs the program, and reads its output.
    ///
    /// - Returns: a PNG file; nil if the program could not make one.
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
        guard status == 0, let output, output.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
            return nil
        }
        return output
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
