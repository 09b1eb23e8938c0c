import CLibpq
import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary folder and on a socket there. It ends with the
/// process, and runs as a user that is not root.
public final class TestServer: Sendable {
    /// Why there is no server.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    private static let started = Result { try TestServer() }
    private static let count = Atomic<Int>(0)
    private static let all = Mutex<[TestServer]>([])
    private static let endsWithProcess: Void = {
        atexit { TestServer.endAll() }
    }()

    /// The server, which the first test starts.
    public static func shared() throws -> TestServer { try started.get() }

    /// A server for one test, which may do to it what it likes.
    ///
    /// - Parameter settings: settings beside those that all have, such as `shared_buffers=1GB`. Default: none.
    public static func own(settings: [String] = []) throws -> TestServer {
        try TestServer(settings: settings)
    }

    public let folder: String
    private let programs: String
    private let identity: [String]
    private let settings: [String]
    private let process = Mutex<Process?>(nil)
    /// The port of a server that others reach over the network, with its settings.
    private let network = Mutex<(port: Int, settings: [String])?>(nil)

    /// - Parameter primary: the server that this one follows; nil for a new one.
    private init(following primary: TestServer? = nil, settings: [String] = []) throws {
        self.settings = settings
        programs = try Self.programs()
        // The path of a socket may have 107 bytes.
        var template = Array("/tmp/postgresql-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "No temporary folder") }
        folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        identity = try Self.identity(folder)
        let data = folder + "/data"
        if let primary {
            try Self.run(
                identity + [
                    programs + "/pg_basebackup", "-D", data, "-h", primary.socketFolder, "-U",
                    "tester", "-R", "-X", "stream", "-c", "fast", "--no-sync",
                ])
        } else {
            try Self.run(
                identity + [
                    programs + "/initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8",
                    "--locale=C", "--no-sync",
                ])
        }
        try Self.run(identity + ["/bin/mkdir", "-p", folder + "/socket"])
        _ = Self.endsWithProcess
        Self.all.withLock { $0.append(self) }
        try start()
    }

    /// A hot standby of the server, which follows it from now on.
    public func replica() throws -> TestServer { try TestServer(following: self) }

    /// The place of this server in an address of another one.
    public func address(like address: String, of other: TestServer) -> String {
        address.replacing(other.folder, with: folder)
    }

    private static func programs() throws -> String {
        let installed = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: installed)) ?? []
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders =
            path.split(separator: ":").map(String.init)
            + versions.sorted().reversed().map { "\(installed)/\($0)/bin" }
        let found = folders.first {
            FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
                && FileManager.default.isExecutableFile(atPath: $0 + "/pg_basebackup")
                && FileManager.default.isExecutableFile(atPath: $0 + "/postgres")
        }
        guard let found else {
            throw Failure(description: "PostgreSQL is not installed: make test-postgresql does it")
        }
        return found
    }

    /// The prefix of a command, so that it does not run as root and ends with its parent.
    private static func identity(_ folder: String) throws -> [String] {
        let setpriv = ["/usr/bin/setpriv", "--pdeathsig", "INT"]
        guard getuid() == 0 else { return setpriv }
        guard let user = getpwnam("postgres") ?? getpwnam("nobody") else {
            throw Failure(description: "There is no user who is not root")
        }
        let (uid, gid) = (user.pointee.pw_uid, user.pointee.pw_gid)
        guard chown(folder, uid, gid) == 0 else {
            throw Failure(description: "The folder cannot be given away")
        }
        return setpriv + ["--reuid", "\(uid)", "--regid", "\(gid)", "--clear-groups"]
    }

    private static func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/tmp")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: String(decoding: said, as: UTF8.self))
        }
    }

    /// Starts the server, also after ``crash()``.
    public func start() throws {
        // Only a server that hangs takes as long.
        let end = Date(timeIntervalSinceNow: 600)
        for _ in 0..<300 {
            let process = try launch()
            while process.isRunning, Date.now < end {
                if (try? run("SELECT 1")) != nil { return }
                Thread.sleep(forTimeInterval: 0.05)
            }
            // The rest of the former server may have to end first.
            Thread.sleep(forTimeInterval: 0.2)
        }
        let said = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
        throw Failure(description: "PostgreSQL does not start: \(said.suffix(2_000))")
    }

    private func launch() throws -> Process {
        let command =
            identity + [
                programs + "/postgres", "-D", folder + "/data", "-k", folder + "/socket", "-c",
                "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c",
                "max_connections=300", "-c", "max_pred_locks_per_transaction=256",
                // The log for a replica must stay until it has been copied.
                "-c", "wal_keep_size=1GB",
            ]
            + (settings + (network.withLock { $0?.settings } ?? [])).flatMap { ["-c", $0] }
        let log = folder + "/log"
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let output = FileHandle(forWritingAtPath: log)
        _ = try output?.seekToEnd()
        // The server ends with the thread that has started it.
        let hasBegun = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            let process = Process()
            process.executableURL = URL(filePath: command[0])
            process.arguments = Array(command.dropFirst())
            process.currentDirectoryURL = URL(filePath: "/tmp")
            process.standardOutput = output
            process.standardError = output
            guard (try? process.run()) != nil else { return _ = hasBegun.signal() }
            self.process.withLock { $0 = process }
            hasBegun.signal()
            process.waitUntilExit()
        }
        thread.start()
        hasBegun.wait()
        guard let process = process.withLock({ $0 }) else {
            throw Failure(description: "\(command[0]) cannot be started")
        }
        return process
    }

    /// The number of the server's process; nil while there is none.
    public var processIdentifier: Int32? { process.withLock { $0?.processIdentifier } }

    /// The numbers of all of its processes, the first of which begins the others.
    public func processes() throws -> [Int32] {
        guard let first = processIdentifier else { return [] }
        let path = "/proc/\(first)/task/\(first)/children"
        let children = try String(contentsOfFile: path, encoding: .utf8)
        return [first] + children.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }

    /// Ends the server without a word, as a machine that goes down does, and what it was about to do.
    public func crash() {
        guard let process = process.withLock({ $0.take() }) else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Kills all servers, since their data is thrown away: one that shuts down waits for its
    /// replicas. Their folders have hundreds of thousands of files, whose removal is not awaited.
    private static func endAll() {
        let servers = all.withLock { $0 }
        let processes = servers.compactMap { server in server.process.withLock { $0.take() } }
        for process in processes { kill(process.processIdentifier, SIGQUIT) }
        let end = Date(timeIntervalSinceNow: 5)
        for process in processes {
            while process.isRunning, Date.now < end { Thread.sleep(forTimeInterval: 0.01) }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        let removal = Process()
        removal.executableURL = URL(filePath: "/bin/rm")
        removal.arguments = ["-rf"] + servers.map(\.folder)
        try? removal.run()
    }

    /// The option that lets clients wait while the server hangs.
    public static let patience = "connect_timeout=600"

    /// The address of the server.
    public var address: String {
        let port = network.withLock { $0?.port }.map { "&port=\($0)" } ?? ""
        return "postgresql://tester@/postgres?host=\(folder)/socket\(port)&\(Self.patience)"
    }

    /// Restarts the server, so that it requires TLS and a password on this machine too.
    ///
    /// - Returns: its port, and the file of its certificate, which is for `localhost`.
    public func encrypt(password: String) throws -> (port: Int, certificate: String) {
        let (key, certificate) = (folder + "/server.key", folder + "/server.crt")
        try run("ALTER USER tester PASSWORD '\(password)'")
        try Self.run(
            identity + [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                key, "-out", certificate,
            ])
        try "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n".write(
            toFile: folder + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
        let port = try Self.freePort()
        crash()
        network.withLock {
            $0 = (
                port,
                [
                    "listen_addresses=127.0.0.1", "port=\(port)", "ssl=on",
                    "ssl_key_file=\(key)", "ssl_cert_file=\(certificate)",
                ]
            )
        }
        try start()
        return (port, certificate)
    }

    /// An unused port of this machine.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard result else { throw Failure(description: "There is no free port") }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    /// The folder of its socket.
    public var socketFolder: String { folder + "/socket" }

    /// The address of a new, empty schema.
    public func newAddress() throws -> String {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        return try address(ofSchema: "t\(number)")
    }

    /// The address of a schema, which is made if it is not there.
    public func address(ofSchema name: String) throws -> String {
        try run("CREATE SCHEMA IF NOT EXISTS \(name)")
        return address + "&options=-csearch_path%3D\(name)"
    }

    /// Ends all connections of an application, as an administrator would.
    public func endConnections(of application: String) throws {
        try run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                + "WHERE application_name = '\(application)'")
    }

    /// Runs statements, one behind the other. Returns the first value of the last one's rows, if it has any.
    @discardableResult
    public func run(_ sql: String) throws -> String? {
        let connection = PQconnectdb(address)
        defer { PQfinish(connection) }
        // Whatever it may say of names that are there already.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            throw Failure(description: String(cString: PQerrorMessage(connection)))
        }
        return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil
    }
}
