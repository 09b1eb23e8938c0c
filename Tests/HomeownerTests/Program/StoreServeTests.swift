import Foundation
import Testing

/// `homeowner store serve` as a separate process.
@Suite(.fewAtATime)
struct StoreServeTests {
    @Test("A store is served until Ctrl-C, and its folder stays unchanged")
    func serve() async throws {
        let folder = TemporaryFolder()
        let seed = try await Program.run("seed", "--items", "3", "--data", folder.path)
        try #require(seed.status == 0)
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let bytes = FileManager.default.contents(atPath: folder.path + "/Homeowner.sqlite")

        let server = try await RunningServer([
            "store", "serve", folder.path + "/Homeowner.sqlite", "--port", "0",
        ])
        let page = try await server.get("/")
        let item = try await server.get("/model/Item/1")
        let status = try await server.stop()

        #expect(page.status == 200 && page.address.hasSuffix("/model"))
        #expect(page.text.contains("3 records"))
        #expect(item.status == 200)
        #expect(status == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        #expect(FileManager.default.contents(atPath: folder.path + "/Homeowner.sqlite") == bytes)
    }

    @Test("A file that is not a store ends the program at once with its name; the help explains")
    func refusals() async throws {
        let missing = try await Program.run("store", "serve", "/nowhere/x.sqlite", "--port", "0")
        let noPort = try await Program.run("store", "serve", "/nowhere/x.sqlite", "--port", "99999")
        let help = try await Program.run("store", "--help")

        #expect(missing.status == 1 && missing.errors.contains("/nowhere/x.sqlite"))
        #expect(noPort.status == 2)
        #expect(help.output.contains("Shows any Core Data store in the browser"))
    }
}
