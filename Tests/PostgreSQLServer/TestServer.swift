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

    /// The server, which the first test starts.
    public static func shared() throws -> TestServer { try started.get() }

    // Set once, before the first test, and read when the process ends.
    nonisolated(unsafe) private static var running: (Process, String)?

    public let folder: String

    private init() throws {
        let programs = try Self.programs()
        // The path of a socket may have 107 bytes.
        var template = Array("/tmp/postgresql-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "No temporary folder") }
        folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let identity = try Self.identity(folder)
        let data = folder + "/data"
        try Self.run(
            identity + [
                programs + "/initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8",
                "--locale=C", "--no-sync",
            ])
        try Self.run(identity + ["/bin/mkdir", "-p", folder + "/socket"])
        try start(programs, identity)
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
                && FileManager.default.isExecutableFile(atPath: $0 + "/postgres")
        }
        guard let found else {
            throw Failure(description: "PostgreSQL is not installed: make test-postgresql does it")
        }
        return found
    }

    /// What comes before a command, so that no root runs it and it ends with its parent.
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

    private func start(_ programs: String, _ identity: [String]) throws {
        let command =
            identity + [
                programs + "/postgres", "-D", folder + "/data", "-k", folder + "/socket", "-c",
                "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c",
                "max_connections=300", "-c", "max_pred_locks_per_transaction=256",
            ]
        let log = folder + "/log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = FileHandle(forWritingAtPath: log)
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
            Self.running = (process, folder)
            hasBegun.signal()
            process.waitUntilExit()
        }
        thread.start()
        hasBegun.wait()
        atexit {
            guard let (process, folder) = TestServer.running else { return }
            process.interrupt()
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: folder)
        }
        let end = Date(timeIntervalSinceNow: 30)
        while Date.now < end {
            if (try? execute("SELECT 1")) != nil { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw Failure(description: "PostgreSQL does not start: \(said)")
    }

    /// The address of the server.
    public var address: String { "postgresql://tester@/postgres?host=\(folder)/socket" }

    /// The folder of its socket.
    public var socketFolder: String { folder + "/socket" }

    /// The address of a schema of its own, with nothing in it.
    public func newAddress() throws -> String {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        return try address(ofSchema: "t\(number)")
    }

    /// The address of a schema, which is made if it is not there.
    public func address(ofSchema name: String) throws -> String {
        try execute("CREATE SCHEMA IF NOT EXISTS \(name)")
        return address + "&options=-csearch_path%3D\(name)"
    }

    /// Ends all conversations of an application, as the server does when somebody stops them.
    public func endConnections(of application: String) throws {
        try execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                + "WHERE application_name = '\(application)'")
    }

    private func execute(_ sql: String) throws {
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
    }
}
