import Foundation
import Testing

/// People who are added from the command line while the server runs.
@Suite(.serialized)
struct UserCommandTests {
    private static let password = "violet tin drum, eleven"

    @Test("Once somebody is added, everybody signs in; nothing secret is in log, backup and output")
    func wholeStory() async throws {
        let folder = TemporaryFolder()
        let (data, restored) = (folder.path + "/data", folder.path + "/restored")
        let archive = folder.path + "/home.tar.gz"
        let server = try await RunningServer(data: data)
        #expect(try await server.get("/items.json").status == 200)

        let short = try await Self.user(["add", "Anna", "--data", data], typing: "short")
        let added = try await Self.user(["add", "Anna", "--data", data], typing: Self.password)
        let again = try await Self.user(["add", "anna", "--data", data], typing: Self.password)
        let refused = try await server.get("/items.json")
        let signedIn = try await server.post("/sign-in", "name=Anna&password=\(Self.password)")
        let read = try await server.get("/items.json")
        let list = try await Self.user(["list", "--data", data])
        let changed = try await Self.user(
            ["password", "Anna", "--data", data], typing: Self.password + "!")
        let afterwards = try await server.get("/items.json")
        let backup = try await Program.run("backup", archive, "--data", data)
        let restore = try await Program.run("restore", archive, "--data", restored)
        let log = try server.logText
        try await server.stop()
        let removed = try await Self.user(["remove", "Anna", "--data", data])
        let nobody = try await Self.user(["list", "--data", data])

        #expect(short.status == 1 && short.errors.contains("it has 5 characters"))
        #expect(added.status == 0 && added.output == "Anna is owner\n", "\(added.errors)")
        #expect(again.status == 1 && again.errors.contains("already"))
        #expect(refused.status == 401)
        #expect(signedIn.status == 200)
        #expect(read.status == 200)
        #expect(list.output.hasPrefix("owner\tAnna\t2"))
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(afterwards.status == 401, "another password signs out")
        #expect(backup.status == 0 && restore.status == 0)
        #expect(!FileManager.default.fileExists(atPath: restored + "/accounts.sqlite"))
        for text in [log, added.output + added.errors, list.output] {
            #expect(!text.contains(Self.password))
        }
        #expect(removed.status == 0)
        #expect(nobody.output.isEmpty)
    }

    @Test("Where others reach it, the server begins with people and encryption alone")
    func exposed() async throws {
        let folder = TemporaryFolder()
        let bare = try await Program.run(
            "serve", "--allow-remote", "--port", "0", "--data", folder.path)
        let nobody = try await Program.run(
            "serve", "--behind-proxy", "127.0.0.1", "--port", "0", "--data", folder.path)
        let half = try await Program.run(
            "serve", "--tls-certificate", "/none", "--port", "0", "--data", folder.path)

        #expect(bare.status == 2 && bare.errors.contains("--tls-certificate"))
        #expect(nobody.status == 1 && nobody.errors.contains("homeowner user add NAME --data"))
        #expect(half.status == 2 && half.errors.contains("belong together"))
    }

    private static func user(
        _ arguments: [String], typing text: String = ""
    ) async throws -> Program.Result {
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        let input = Pipe()
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = ["user"] + arguments
        process.standardInput = input
        process.standardOutput = try output.handle
        process.standardError = try errors.handle
        input.fileHandleForWriting.write(Data((text + "\n").utf8))
        try input.fileHandleForWriting.close()
        try await process.runToEnd()
        return Program.Result(
            status: process.terminationStatus, output: try output.text, errors: try errors.text)
    }
}
