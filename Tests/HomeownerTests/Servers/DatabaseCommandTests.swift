import Foundation
import PostgreSQLServer
import Testing

/// The commands that take `--store`, with an existing database, as separate processes.
@Suite(.fewAtATime, .timeLimit(.minutes(30)))
struct DatabaseCommandTests {
    private static let password = "violet tin drum, eleven"

    /// The subcommands of a command, from its help.
    private static func subcommands(of command: [String]) async throws -> [String] {
        let help = try await Program.run(command + ["--help"])
        #expect(help.status == 0, "\(help.errors)")
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.compactMap { line in
            line.firstMatch(of: #/^  ([a-z][a-z-]*)/#).map { String($0.1) }
        }
    }

    @Test("The list of commands with --store is complete")
    func options() async throws {
        var found: Set<String> = []
        for command in try await Self.subcommands(of: []) {
            let inner = try await Self.subcommands(of: [command])
            for name in inner.isEmpty ? [command] : inner.map({ "\(command) \($0)" }) {
                let words = name.split(separator: " ").map(String.init)
                let help = try await Program.run(words + ["--help"])
                if help.output.contains("--store <address>") { found.insert(name) }
            }
        }
        #expect(
            found == [
                "serve", "backup", "restore", "check", "seed", "import", "report write",
                "user add", "user list", "user password", "user role", "user remove-code",
                "user remove", "user export", "user import", "remind",
            ])
    }

    @Test("Samples and imports are added to a database while two servers run and show them")
    func adding() async throws {
        let household = try DatabaseHousehold()
        let files = TemporaryFolder()
        let table = files.path + "/things.csv"
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let rows = (1...1_500).map { "Thing \($0),S\($0),\($0)\n" }.joined()
        try ("itemName,serialNumber,valueInDollars\n" + rows).write(
            toFile: table, atomically: true, encoding: .utf8)
        try await household.serve { first, second in
            let seed = try await household.run("seed", "--items", "5")
            let dry = try await household.run("import", table, "--dry-run")
            let imported = try await household.run("import", table)
            let again = try await household.run("import", table)

            #expect(seed.status == 0 && seed.output.hasPrefix("Added 5 items"), "\(seed.errors)")
            #expect(seed.output.contains("to postgresql://tester@"), "\(seed.output)")
            #expect(dry.status == 0 && dry.output.contains("1500 new, 0 changed"))
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(imported.output.contains("Imported."), "\(imported.output)")
            #expect(again.output.contains("0 new, 0 changed, 1500 unchanged"), "\(again.output)")
            for server in [first, second] {
                try await waited("what commands have added is on the pages") {
                    try await server.total("/items.json") == 1_505
                }
                #expect(try await Set(server.names()).count == 1_505)
            }
            // Any server can undo an import by a command.
            let undo = try #require(imported.output.firstMatch(of: #//imports/[0-9a-f]+/#)).0
            let undone = try await second.post("\(undo)/undo", "", asProgram: true)
            #expect(undone.status == 200, "\(undone.text)")
            try await waited("what was taken back is gone from the pages") {
                try await first.total("/items.json") == 5
            }
        }
        try await household.waitForLocksToEnd()
    }

    @Test("The store in a database is served while servers write to it")
    func shown() async throws {
        let household = try DatabaseHousehold()
        try await ending(household.start()) { server in
            _ = try await server.add("Lamp")
            let viewer = try await RunningServer([
                "store", "serve", household.address, "--port", "0",
            ])
            try await ending(viewer) { viewer in
                #expect(try await viewer.total("/model/Item.json") == 1)
                let page = try await viewer.get("/model")
                #expect(page.text.contains("read-only, while others may write it"))
                _ = try await server.add("Chair")
                try await waited("what is added is shown") {
                    try await viewer.total("/model/Item.json") == 2
                }
                #expect(try await viewer.get("/model/Item").text.contains("Chair"))
            }
        }
    }

    @Test("People are added to a database while two servers run, which then require sign-in")
    func people() async throws {
        let household = try DatabaseHousehold()
        func user(_ arguments: String...) async throws -> Program.Result {
            try await Program.run(
                ["user"] + arguments + household.place, typing: Self.password)
        }
        try await household.serve { first, second in
            #expect(try await first.get("/items.json").status == 200)
            let added = try await user("add", "Anna")
            #expect(added.status == 0 && added.output == "Anna is owner\n", "\(added.errors)")
            for server in [first, second] {
                try await waited("clients without an account are denied") {
                    try await server.get("/items.json").status == 401
                }
            }
            let signedIn = try await first.post(
                "/sign-in", "name=Anna&password=\(Self.password)")
            #expect(signedIn.status == 200)
            // Both servers know the window.
            for server in [first, second] {
                #expect(try await server.get("/items.json").status == 200)
            }
            let list = try await user("list")
            #expect(list.output.contains("Anna") && list.output.contains("owner"))
            let removed = try await user("remove", "Anna")
            #expect(removed.status == 0, "\(removed.errors)")
            try await waited("signing in is impossible") {
                try await second.get("/items.json").status == 200
            }
        }
    }

    @Test("Backup, check and report of a database with running servers are complete")
    func reading() async throws {
        let household = try DatabaseHousehold()
        let files = TemporaryFolder()
        let (archive, report) = (files.path + "/home.tar.gz", files.path + "/report")
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        let seed = try await household.run("seed", "--items", "6", "--photographs")
        #expect(seed.status == 0, "\(seed.errors)")
        var names: [String] = []
        try await household.serve { first, _ in
            names = try await first.names()
            let check = try await household.run("check")
            let backup = try await household.run("backup", archive)
            let written = try await household.run("report", report)
            let verified = try await Program.run("report", "verify", report)
            let repair = try await household.run("check", "--repair")

            #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
            #expect(backup.status == 0, "\(backup.errors)")
            #expect(backup.output.hasSuffix(", verified.\n"), "\(backup.output)")
            #expect(written.status == 0, "\(written.errors)")
            #expect(written.output.contains("6 items"), "\(written.output)")
            #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
            #expect(repair.status == 0, "\(repair.output)\(repair.errors)")
        }
        try await checkRestored(archive, names, household)
    }

    /// A backup is restored into a database, and into its own only with `--force`.
    private func checkRestored(
        _ archive: String, _ names: [String], _ household: DatabaseHousehold
    ) async throws {
        let other = try DatabaseHousehold()
        let restored = try await other.run("restore", archive)
        let refused = try await household.run("restore", archive)
        let forced = try await household.run("restore", archive, "--force")

        #expect(restored.status == 0, "\(restored.errors)")
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(forced.output.contains("before_restore_"), "\(forced.output)")
        for place in [household, other] {
            try await ending(place.start()) { server in
                let shown = try await server.names()
                #expect(shown == names)
            }
            let check = try await place.run("check")
            #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
        }
    }
}
