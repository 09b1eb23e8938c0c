import Foundation
import TestSupport
import Testing

/// `homeowner import` as a separate process.
@Suite(.fewAtATime)
struct ImportCommandTests {
    private let source = TemporaryFolder()
    private let target = TemporaryFolder()
    private var store: String { source.path + "/Homeowner.sqlite" }

    private func byteCount(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    private func count() throws -> String {
        try Database(target.path + "/Homeowner.sqlite").text("SELECT count(*) FROM ZITEM")
    }

    @Test("A store is imported once; a dry run changes nothing")
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

    @Test("A refused row prevents the import; wrong arguments are named")
    func refusals() async throws {
        try FileManager.default.createDirectory(
            atPath: source.path, withIntermediateDirectories: true)
        let path = source.path + "/items.csv"
        try Data("itemName,serialNumber,valueInDollars\nSofa,1,1\nBed,2,-5\n,3,1\n".utf8)
            .write(to: URL(fileURLWithPath: path))

        let refused = try await Program.run("import", path, "--data", target.path)
        let word = try await Program.run("import", path, "--section", "cars")
        let missing = try await Program.run("import", "/nowhere/x.csv", "--data", target.path)

        #expect(refused.status == 1 && refused.output.contains("Nothing was imported."))
        #expect(refused.output.contains("3: refused: Bed"))
        #expect(
            refused.output.contains("\n4: refused: Name: a value is missing.\n"),
            "\(refused.output)")
        #expect(try count() == "0")
        #expect(word.status == 2 && word.errors.contains("groceries"))
        #expect(missing.status == 1)
        #expect(missing.errors == "/nowhere/x.csv: No such file or directory\n")
    }

    @Test("A killed import has imported everything or nothing", arguments: 0..<4)
    func killed(round: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: source.path, withIntermediateDirectories: true)
        let path = source.path + "/items.csv"
        try Data(manyRows(1_500).joined(separator: "\n").utf8)
            .write(to: URL(fileURLWithPath: path))
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = ["import", path, "--data", target.path]
        process.standardOutput = FileHandle.nullDevice
        let killing = Task {
            try await Task.sleep(for: .milliseconds(300 + 700 * round))
            try await Self.killWhenItRuns(process)
        }
        try await process.runToEnd()
        killing.cancel()

        let again = try await Program.run("import", path, "--data", target.path, "--dry-run")

        #expect(again.status == 0)
        #expect(["0", "1500"].contains(try count()))
        #expect(
            again.output.contains("1500 new, 0 changed, 0 unchanged")
                || again.output.contains("0 new, 0 changed, 1500 unchanged"))
    }

    /// Kills a process as soon as it runs. Before, its number is 0, which would mean this process
    /// and its children.
    private static func killWhenItRuns(_ process: Process) async throws {
        while process.processIdentifier <= 0 { try await Task.sleep(for: .milliseconds(5)) }
        kill(process.processIdentifier, SIGKILL)
    }

    @Test("A person maps the columns, and the wrong argument is named")
    func mapping() async throws {
        let path = try write(["Ding,Wert,Ort", "Sofa,900,Flur"])

        let unclear = try await Program.run("import", path, "--data", target.path)
        let wrong = try await Program.run(
            "import", path, "--map", "Ding=colour", "--data", target.path)
        let unknown = try await Program.run(
            "import", path, "--section", "items", "--map", "Ding=itemName", "--map", "Nope=notes",
            "--data", target.path)
        let mapped = try await Program.run(
            "import", path, "--section", "items", "--map", "Ding=itemName", "--map",
            "Wert=valueInDollars", "--map", "Ort=notes", "--data", target.path)

        #expect(unclear.status == 1 && unclear.errors.contains("kind of the rows is unclear"))
        #expect(wrong.status == 1 && wrong.errors.contains("Ding=colour"))
        #expect(unknown.status == 1 && unknown.errors.contains("no column “Nope”"))
        #expect(mapped.status == 0, "\(mapped.errors)")
        let database = try Database(target.path + "/Homeowner.sqlite")
        #expect(try database.text("SELECT ZNOTES FROM ZITEM") == "Ort: Flur")
    }

    @Test("Rows and columns that are left out are listed; a folder and a pipe are refused")
    func leftOut() async throws {
        let path = try write([
            "Token,Item Name,Variation Name,Price,", "T1,Tea,Regular,2,x", "T2,Advice,Regular,,",
        ])

        let done = try await Program.run("import", path, "--data", target.path)
        let folder = try await Program.run("import", source.path, "--data", target.path)

        #expect(done.status == 0, "\(done.errors)")
        #expect(done.output.contains("3: unchanged: Advice (it has no price)\n"), "\(done.output)")
        #expect(
            done.output.contains("Columns not imported: Token, Variation Name, column 5.\n"),
            "\(done.output)")
        #expect(folder.status == 1)
        #expect(
            folder.errors == "\(source.path) is a folder or a pipe; give the path of a file.\n")
    }

    @Test("An unclear encoding is asked for with samples, and given by an option")
    func encoding() async throws {
        let path = try write([])
        let table = try #require("itemName,serialNumber\nMöbel,1\n".data(using: .windowsCP1252))
        try table.write(to: URL(fileURLWithPath: path))

        let asked = try await Program.run("import", path, "--data", target.path)
        let wrong = try await Program.run(
            "import", path, "--encoding", "Klingon", "--data", target.path)
        let said = try await Program.run(
            "import", path, "--encoding", "cp1252", "--data", target.path)

        #expect(asked.status == 1)
        #expect(asked.errors.contains("--encoding \"Windows-1252\": Möbel"), "\(asked.errors)")
        #expect(wrong.status == 2 && wrong.errors.contains("Mac Roman"))
        #expect(said.status == 0, "\(said.errors)")
        #expect(
            try Database(target.path + "/Homeowner.sqlite").text("SELECT ZITEMNAME FROM ZITEM")
                == "Möbel")

        // It is partly valid UTF-8.
        let kana: [UInt8] = [0xC3, 0xB1, 0xC4, 0xB2, 0x89, 0xC6]
        try (Data("itemName,serialNumber\n".utf8) + Data(kana) + Data(",2\n".utf8))
            .write(to: URL(fileURLWithPath: path))
        let partly = try await Program.run("import", path, "--data", target.path)
        #expect(partly.status == 1)
        #expect(
            partly.errors.contains("Line 2, character 3")
                && partly.errors.contains("--encoding \"Shift-JIS\": ﾃｱﾄｲ家"), "\(partly.errors)")
    }

    @Test("Ambiguous days are refused with both readings until an option decides")
    func dates() async throws {
        let path = try write(["Name,Serial,Bought", "Sofa,1,11/12/2026"])

        let open = try await Program.run("import", path, "--data", target.path)
        let wrong = try await Program.run("import", path, "--dates", "noon", "--data", target.path)
        let said = try await Program.run(
            "import", path, "--dates", "Bought=day-first", "--data", target.path)
        let same = try await Program.run(
            "import", path, "--dates", "day-first", "--data", target.path)
        let unknown = try await Program.run(
            "import", path, "--dates", "Nope=month-first", "--data", target.path)

        #expect(unknown.status == 1)
        #expect(
            unknown.errors.contains("no column “Nope”")
                && unknown.errors.contains("“Name”, “Serial” and “Bought”"), "\(unknown.errors)")
        #expect(open.status == 1)
        #expect(
            open.output.contains(
                "“11/12/2026” in “Bought” is 2026-12-11 with --dates day-first, and 2026-11-12 with --dates"
            ), "\(open.output)")
        #expect(wrong.status == 2 && wrong.errors.contains("month-first"))
        #expect(said.status == 0, "\(said.errors)")
        #expect(same.output.contains("0 new, 0 changed, 1 unchanged"), "\(same.output)")
    }

    /// The files that an import writes, in their order.
    private static let steps = [".waiting", "-wal"]

    @Test(
        "An import killed at any step has imported everything or nothing",
        arguments: steps)
    func killedAtStep(step: String) async throws {
        try await makeHousehold()
        let path = try write(manyRows(1_500))
        let (imports, store) = (target.path + "/imports", target.path + "/Homeowner.sqlite")
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = ["import", path, "--data", target.path]
        process.standardOutput = FileHandle.nullDevice
        let killing = Task.detached(executorPreference: ThreadExecutor.shared) {
            while !Task.isCancelled {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: imports)) ?? []
                let isReached =
                    step == "-wal"
                    ? byteCount(of: store + "-wal") > 200_000
                    : names.contains { $0.hasSuffix(step) }
                // Before it runs, its number is 0, which would mean this process and its children.
                let identifier = process.processIdentifier
                if isReached, identifier > 0 { return kill(identifier, SIGKILL) == 0 }
                usleep(200)
            }
            return false
        }
        try await process.runToEnd()
        killing.cancel()
        let wasKilled = await killing.value

        let again = try await Program.run("import", path, "--data", target.path, "--dry-run")

        #expect(again.status == 0, "\(again.errors)")
        #expect(["0", "1500"].contains(try count()), "killed: \(wasKilled)")
        let counts =
            try count() == "0" ? "1500 new, 0 changed" : "0 new, 0 changed, 1500 unchanged"
        #expect(again.output.contains(counts))
    }

    @Test(
        "A disk that fills up midway prevents the import, by the next start at the latest",
        arguments: [100, 800, 1_200])
    func fullDisk(blocks: Int) async throws {
        try await makeHousehold()
        let path = try write(manyRows(2_000))
        let errors = try TemporaryFile()
        let process = Process()
        // Limits file sizes to a number of blocks of 512 bytes.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\"",
            Program.executable.path, "import", path, "--data", target.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try errors.handle
        try await process.runToEnd()

        let said = try errors.text
        let left = try FileManager.default.contentsOfDirectory(atPath: target.path + "/imports")
        let again = try await Program.run("import", path, "--data", target.path)

        #expect(process.terminationStatus == 1, "\(said)")
        // Parts that cannot be undone for lack of space are undone by the next start.
        #expect(left.isEmpty)
        #expect(again.output.contains("2000 new, 0 changed"), "\(again.errors)")
        #expect(try count() == "2000")
        #expect(try StoryTests.integrity(target.path + "/Homeowner.sqlite") == "ok")
    }

    @Test("Ctrl-C cancels an import without a trace")
    func interrupted() async throws {
        try await makeHousehold()
        let path = try write(manyRows(20_000))
        let output = try TemporaryFile()
        let process = Process()
        // A shell that runs the tests in the background may ignore the signal.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "--default-signal=INT", Program.executable.path, "import", path, "--data", target.path,
        ]
        process.standardOutput = try output.handle
        let interrupting = Task.detached(executorPreference: ThreadExecutor.shared) {
            while !Task.isCancelled {
                // It handles the signal once it has a descriptor for it.
                let folder = "/proc/\(process.processIdentifier)/fd"
                let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                let isListening = files.contains { file in
                    let target = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "\(folder)/\(file)")
                    return target?.contains("signalfd") == true
                }
                if isListening { kill(process.processIdentifier, SIGINT) }
                usleep(10_000)
            }
        }
        try await process.runToEnd()
        interrupting.cancel()

        #expect(process.terminationStatus == 1)
        #expect(try output.text.contains("Cancelled. Nothing was imported."))
        #expect(try count() == "0")
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path + "/imports") == [])
    }

    /// Makes an empty household, so that the next command only imports.
    private func makeHousehold() async throws {
        let path = try write(manyRows(1))
        let run = try await Program.run("import", path, "--data", target.path, "--dry-run")
        try #require(run.status == 0, "\(run.errors)")
    }

    private func manyRows(_ count: Int) -> [String] {
        ["itemName,serialNumber,valueInDollars"]
            + (1...count).map { "Thing number \($0),S\($0),\($0)" }
    }

    private func write(_ lines: [String]) throws -> String {
        try FileManager.default.createDirectory(
            atPath: source.path, withIntermediateDirectories: true)
        let path = source.path + "/items.csv"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
