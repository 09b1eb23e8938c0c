import Foundation
import PostgreSQLServer
import Testing

/// The messages of commands about databases that deny access, as processes.
@Suite(.fewAtATime, .timeLimit(.minutes(30)))
struct DatabaseRefusalTests {
    /// A database that denies access.
    enum Database: CaseIterable, Sendable {
        /// Its address has no server.
        case away
        /// It requires another password.
        case locked

        func address() throws -> String {
            switch self {
            case .away: return "postgresql://ada:sesame@127.0.0.1:1/home"
            case .locked:
                let port = try DatabaseRefusalTests.encrypted.get().port
                return "postgresql://tester:close%20sesame@localhost:\(port)/postgres"
                    + "?hostaddr=127.0.0.1&sslmode=require&\(TestServer.patience)"
            }
        }
    }

    private static let encrypted = Result {
        try TestServer.own().encrypt(password: "open sesame")
    }

    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    init() async throws {
        let seed = try await Program.run("seed", "--items", "1", "--data", data)
        try #require(seed.status == 0, "\(seed.errors)")
    }

    /// A command that cannot use a database names it in one line, without secrets.
    private func check(_ arguments: [String]) async throws {
        let run = try await Program.run(arguments, typing: "violet tin drum, eleven")
        let (what, said) = (arguments.joined(separator: " "), run.output + run.errors)
        #expect(run.status == 1, "\(what): \(said)")
        #expect(run.errors.contains("127.0.0.1"), "\(what): \(said)")
        #expect(!said.contains("sesame"), "\(what): \(said)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(what): \(said)")
        #expect(run.output.isEmpty, "\(what): \(said)")
    }

    @Test(
        "An unreachable database, or a wrong password, is reported in a line without a secret",
        arguments: Database.allCases)
    func household(database: Database) async throws {
        let address = try database.address()
        let (table, archive) = (folder.path + "/items.csv", folder.path + "/home.tar.gz")
        try "itemName\nSofa\n".write(toFile: table, atomically: true, encoding: .utf8)
        let backup = try await Program.run("backup", archive, "--data", data)
        try #require(backup.status == 0, "\(backup.errors)")
        for command in [
            ["serve", "--port", "0"], ["seed", "--items", "1"], ["check"], ["check", "--repair"],
            ["user", "list"], ["user", "add", "ada"], ["user", "remove", "ada"],
            ["backup", folder.path + "/new.tar.zst"], ["report", folder.path + "/report"],
            ["import", table], ["restore", archive, "--force"],
        ] {
            try await check(
                command + ["--store", address, "--images", folder.path + "/images"])
        }
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            Set(made).isSubset(of: ["data", "images", "items.csv", "home.tar.gz"]), "\(made)")
    }

    @Test(
        "A store in an unreachable or locked database is neither copied nor inspected",
        arguments: Database.allCases)
    func copying(database: Database) async throws {
        let (address, new) = (try database.address(), folder.path + "/new.sqlite")
        for command in ["info", "dump", "check"] { try await check(["store", command, address]) }
        try await check(["store", "copy", data + "/Homeowner.sqlite", address])
        try await check(["store", "copy", address, new])
        #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test("An unreachable or invalid replica is named without a secret")
    func replica() async throws {
        let household = try DatabaseHousehold()
        let away = try Database.away.address()
        try await ending(household.start(["--read-from", away])) { server in
            // The server works without it.
            _ = try await server.add("Lamp")
            #expect(try await server.names() == ["Lamp"])
            let log = try server.logText
            #expect(log.contains("The replica is unavailable"), "\(log)")
            #expect(!log.contains("sesame"), "\(log)")
        }
        let wrong = try await Program.run(
            ["serve", "--port", "0", "--read-from", "/srv/home"] + household.place)
        let alone = try await Program.run("serve", "--port", "0", "--read-from", away)
        #expect(wrong.status == 2 && wrong.errors.contains("--read-from takes the address"))
        #expect(alone.status == 2 && alone.errors.contains("--read-from needs --store"))
        #expect(!alone.errors.contains("sesame"))
    }

    @Test("A server logs its database, and never the password")
    func password() async throws {
        let encrypted = try Self.encrypted.get()
        let address =
            "postgresql://tester:open%20sesame@localhost:\(encrypted.port)/postgres"
            + "?hostaddr=127.0.0.1&sslmode=require&schema=locked&\(TestServer.patience)"
        let images = folder.path + "/images"
        let server = try await RunningServer([
            "serve", "--port", "0", "--log-level", "debug", "--store", address, "--images", images,
        ])
        try await ending(server) { server in
            _ = try await server.add("Lamp")
            #expect(try await server.get("/items").status == 200)
        }
        let seed = try await Program.run(
            "seed", "--items", "1", "--store", address, "--images", images)

        #expect(seed.status == 0, "\(seed.errors)")
        #expect(seed.output.contains("to postgresql://tester@localhost"), "\(seed.output)")
        let log = try server.logText
        #expect(!log.isEmpty && !log.contains("sesame"), "\(log)")
        #expect(!(seed.output + seed.errors).contains("sesame"))
    }
}
