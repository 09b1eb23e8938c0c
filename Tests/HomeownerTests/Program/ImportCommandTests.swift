import Foundation
import Testing

/// `homeowner import`, as a process of its own.
@Suite(.serialized)
struct ImportCommandTests {
    private let source = TemporaryFolder()
    private let target = TemporaryFolder()
    private var store: String { source.path + "/Homeowner.sqlite" }

    private func count() throws -> String {
        try Database(target.path + "/Homeowner.sqlite").text("SELECT count(*) FROM ZITEM")
    }

    @Test("A store comes in once; a dry run does nothing")
    func store() async throws {
        let seed = try await Program.run("seed", "--items", "5", "--data", source.path)
        try #require(seed.status == 0)

        let dry = try await Program.run("import", store, "--data", target.path, "--dry-run")
        let none = try count()
        let first = try await Program.run("import", store, "--data", target.path)
        let second = try await Program.run("import", store, "--data", target.path)

        #expect(dry.status == 0 && dry.output.contains("5 new, 0 changed"))
        #expect(none == "0")
        #expect(first.status == 0 && first.output.contains("Imported."), "\(first.errors)")
        #expect(try count() == "5")
        #expect(second.output.contains("0 new, 0 changed, 5 unchanged"), "\(second.output)")
    }

    @Test("A refused row keeps everything out; wrong words are named")
    func refusals() async throws {
        try FileManager.default.createDirectory(
            atPath: source.path, withIntermediateDirectories: true)
        let path = source.path + "/items.csv"
        try Data("itemName,serialNumber,valueInDollars\nSofa,1,1\nBed,2,-5\n".utf8)
            .write(to: URL(fileURLWithPath: path))

        let refused = try await Program.run("import", path, "--data", target.path)
        let word = try await Program.run("import", path, "--section", "cars")
        let missing = try await Program.run("import", "/nowhere/x.csv", "--data", target.path)

        #expect(refused.status == 1 && refused.output.contains("Nothing was imported."))
        #expect(refused.output.contains("3: refused: Bed"))
        #expect(try count() == "0")
        #expect(word.status == 2 && word.errors.contains("groceries"))
        #expect(missing.status == 1)
    }

    @Test("An import that is killed has brought in everything or nothing", arguments: 0..<4)
    func killed(round: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: source.path, withIntermediateDirectories: true)
        let path = source.path + "/items.csv"
        let rows = (1...4_000).map { "Thing \($0),S\($0),\($0)" }
        try Data(("itemName,serialNumber,valueInDollars\n" + rows.joined(separator: "\n")).utf8)
            .write(to: URL(fileURLWithPath: path))
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = ["import", path, "--data", target.path]
        process.standardOutput = FileHandle.nullDevice
        let killing = Task {
            try await Task.sleep(for: .milliseconds(300 + 700 * round))
            kill(process.processIdentifier, SIGKILL)
        }
        try await process.runToEnd()
        killing.cancel()

        let again = try await Program.run("import", path, "--data", target.path, "--dry-run")

        #expect(again.status == 0)
        #expect(["0", "4000"].contains(try count()))
        #expect(
            again.output.contains("4000 new, 0 changed, 0 unchanged")
                || again.output.contains("0 new, 0 changed, 4000 unchanged"))
    }
}
