import Foundation
import Testing

/// The messages of commands about an unreachable database, and of those that only work with files.
@Suite(.fewAtATime)
struct DatabaseOptionTests {
    private static let address = "postgresql://ada:sesame@127.0.0.1:1/home"

    @Test(
        "An unreachable database is named without its password, and nothing is created",
        arguments: [
            ["check"], ["restore", "/dev/null", "--force"], ["report", "FOLDER/report"],
            ["backup", "FOLDER/home.tar.zst"], ["user", "list"], ["seed", "--items", "1"],
        ])
    func unreachable(command: [String]) async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let arguments = command.map { $0.replacing("FOLDER", with: folder.path) }
        let run = try await Program.run(
            arguments + ["--store", Self.address, "--images", folder.path + "/images"])
        #expect(run.status == 1, "\(run.output)")
        #expect(run.errors.contains("127.0.0.1"), "\(run.errors)")
        #expect(!(run.output + run.errors).contains("sesame"))
        for name in ["report", "home.tar.zst"] {
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
        }
    }

    @Test(
        "Stores in databases are inspected by their addresses",
        arguments: ["info", "dump", "check", "serve"])
    func stores(command: String) async throws {
        let run = try await Program.run("store", command, Self.address)
        #expect(run.status == 1)
        #expect(run.errors.contains("127.0.0.1"), "\(run.errors)")
        #expect(!run.errors.contains("sesame"))
    }

    @Test(
        "Commands and options for files only say so",
        arguments: [
            ["store", "migrate", address, "--model", "x"], ["check", "--images", "elsewhere"],
        ])
    func files(command: [String]) async throws {
        let run = try await Program.run(command)
        #expect(run.status == 2)
        #expect(!run.errors.contains("sesame"))
    }
}
