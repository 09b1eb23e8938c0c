import Foundation
import Testing

/// Commands with missing files, as separate processes.
@Suite(.fewAtATime)
struct MissingFileTests {
    private static let commands = [
        ["store", "info", "/nowhere/x.sqlite"],
        ["store", "dump", "/nowhere/x.sqlite"],
        ["store", "check", "/nowhere/x.sqlite"],
        ["store", "copy", "/nowhere/x.sqlite", "/tmp/copy-of-nothing.sqlite"],
        ["store", "migrate", "/nowhere/x.sqlite", "--model", "/nowhere/x.xcdatamodeld"],
        ["model", "check", "/nowhere/x.xcdatamodeld"],
        ["model", "schema", "/nowhere/x.xcdatamodeld"],
        ["model", "write", "/nowhere/x.xcdatamodeld", "/tmp/model-of-nothing.xcdatamodeld"],
        ["model", "generate", "/nowhere/x.xcdatamodeld", "/tmp/classes-of-nothing"],
        ["restore", "/nowhere/x.tar.zst", "--dry-run"],
        ["import", "/nowhere/x.sqlite", "--data", "/nowhere/data"],
        ["import", "/nowhere/x.csv", "--dry-run", "--data", "/nowhere/data"],
    ]

    @Test("A missing file is named, and nothing is created", arguments: commands)
    func missing(arguments: [String]) async throws {
        let run = try await Program.run(arguments)

        #expect(run.status == 1)
        #expect(run.errors.contains("/nowhere/"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
        for path in arguments where path.hasPrefix("/tmp/") {
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
