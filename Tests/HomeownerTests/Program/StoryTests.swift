import Drawing
import Foundation
import Imaging
import Testing

/// The steps of a new user, with the real program over real HTTP.
@Suite(.fewAtATime)
struct StoryTests {
    @Test("A sofa with a photo, moved to third place, is there after Ctrl-C and a restart")
    func story() async throws {
        let folder = TemporaryFolder()
        let picture = try DrawnPicture(subject: .sofa, width: 1_200, height: 900)
            .encoded(as: .jpeg)
        let first = try await RunningServer(data: folder.path)
        for name in ["Table", "Lamp", "Chair", "Clock"] {
            #expect(try await first.post("/items", "itemName=\(name)").status == 200)
        }
        let sofa = try await first.upload("/items", name: "Sofa", file: picture)
        let key = try #require(try sofa.member("itemKey", as: String.self))
        let moved = try await first.post("/items/\(key)/position", "toIndex=2")
        let table = try await first.get("/items.csv").text
        let thumbnail = try await first.get("/items/\(key)/thumbnail").body
        let status = try await first.stop()

        let second = try await RunningServer(data: folder.path)
        let tableAfter = try await second.get("/items.csv").text
        let image = try await second.get("/items/\(key)/image").body
        let thumbnailAfter = try await second.get("/items/\(key)/thumbnail").body
        try await second.stop(SIGTERM)

        #expect(sofa.status == 201)
        #expect(moved.status == 200)
        #expect(moved.address.hasPrefix(first.address + "/items"))
        #expect(status == 0)
        #expect(Self.names(table) == ["Table", "Lamp", "Sofa", "Chair", "Clock"])
        #expect(tableAfter == table)
        #expect(image == picture)
        #expect(!thumbnail.isEmpty)
        #expect(thumbnailAfter == thumbnail)
    }

    @Test("A server that received only an invalid picture exits normally")
    func endWithoutPictures() async throws {
        let folder = TemporaryFolder()
        let server = try await RunningServer(data: folder.path)
        let refused = try await server.upload("/items", name: "Sofa", file: Data("junk".utf8))

        let status = try await server.stop(SIGINT)

        #expect(refused.status == 415)
        #expect(status == 0)
    }

    #if os(Linux)
        @Test("The picture libraries are loaded with the first picture")
        func lateLibraries() async throws {
            let folder = TemporaryFolder()
            let picture = try DrawnPicture(subject: .sofa, width: 64, height: 64)
                .encoded(as: .jpeg)
            let server = try await RunningServer(data: folder.path)
            // Files in /proc have no size, so they cannot be read at once.
            func libraries() throws -> String {
                let maps = URL(fileURLWithPath: "/proc/\(server.processIdentifier)/maps")
                let data = try FileHandle(forReadingFrom: maps).readToEnd() ?? Data()
                return String(decoding: data, as: UTF8.self)
            }

            #expect(try await server.get("/items").status == 200)
            let before = try libraries()
            #expect(try await server.upload("/items", name: "Sofa", file: picture).status == 201)
            let after = try libraries()
            try await server.stop()

            #expect(before.contains("libsqlite3.so"))
            #expect(!before.contains("libvips.so"))
            #expect(after.contains("libvips.so"))
        }
    #endif

    @Test("Ctrl-C leaves only the store: no write-ahead log, no lock")
    func cleanEnd() async throws {
        let folder = TemporaryFolder()
        let server = try await RunningServer(data: folder.path)
        _ = try await server.post("/items", "itemName=Sofa")

        let status = try await server.stop(SIGINT)

        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(status == 0)
        #expect(
            Set(files) == [
                "Homeowner.sqlite", "favorites", "images", "imports", "incoming", "photos",
                "staged",
            ])
    }

    @Test("Every acknowledged change survives kill -9, repeatedly")
    func killed() async throws {
        let folder = TemporaryFolder()
        let picture = try DrawnPicture(subject: .vase, width: 400, height: 300).encoded(as: .png)
        var acknowledged: [String: Bool] = [:]

        for round in 0..<4 {
            let server = try await RunningServer(data: folder.path)
            let (answers, answered) = AsyncStream.makeStream(of: Void.self)
            let writers = (0..<4).map { writer in
                Task { await Self.write(writer, round, picture, to: server, answered) }
            }
            // It is killed during the requests after these responses.
            var rest = 6 + 3 * round
            for await _ in answers {
                rest -= 1
                if rest == 0 { break }
            }
            try await server.stop(SIGKILL)
            for writer in writers { acknowledged.merge(await writer.value) { $1 } }
            #expect(try Self.integrity(folder.path + "/Homeowner.sqlite") == "ok")
        }

        let server = try await RunningServer(data: folder.path)
        #expect(acknowledged.count > 20)
        for (key, hasPicture) in acknowledged {
            let item = try await server.get("/items/\(key).json")
            #expect(item.status == 200)
            let image = try await server.get("/items/\(key)/image")
            #expect(image.status == (hasPicture ? 200 : 404))
            if hasPicture { #expect(image.body == picture) }
        }
        try await server.stop()
    }

    @Test("A second process with the same data names the first one and ends with status 1")
    func secondProcess() async throws {
        let folder = TemporaryFolder()
        let server = try await RunningServer(data: folder.path)

        let second = try await Program.run("serve", "--port", "0", "--data", folder.path)
        let seed = try await Program.run("seed", "--items", "1", "--data", folder.path)

        #expect(second.status == 1)
        #expect(second.errors.contains("held by process \(server.processIdentifier)"))
        #expect(second.output.isEmpty)
        #expect(seed.status == 1)
        #expect(seed.errors.contains("held by process \(server.processIdentifier)"))
        try await server.stop()
    }

    @Test("A port in use is named")
    func portInUse() async throws {
        let folder = TemporaryFolder()
        let other = TemporaryFolder()
        let server = try await RunningServer(data: folder.path)
        let port = try #require(URL(string: server.address)?.port)

        let second = try await Program.run("serve", "--port", "\(port)", "--data", other.path)

        #expect(second.status == 1)
        #expect(second.errors.contains("port \(port)"))
        try await server.stop()
    }

    @Test("A store that is not a database is named, and stays unchanged")
    func noDatabase() async throws {
        let folder = TemporaryFolder()
        let store = folder.path + "/Homeowner.sqlite"
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: store))

        let run = try await Program.run("serve", "--port", "0", "--data", folder.path)

        #expect(run.status == 1)
        #expect(run.errors.contains("\(store) cannot be opened: it is not an SQLite database"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: store)).count == 10_000)
    }

    // MARK: - Helpers

    /// Adds items until the server ends. Returns the keys of the acknowledged ones, and
    /// whether they have a picture; reports each at once, and the end.
    private static func write(
        _ writer: Int, _ round: Int, _ picture: Data, to server: RunningServer,
        _ answered: AsyncStream<Void>.Continuation
    ) async -> [String: Bool] {
        defer { answered.finish() }
        var acknowledged: [String: Bool] = [:]
        do {
            for step in 0..<10_000 {
                let hasPicture = step % 3 == writer % 3
                let name = "Item-\(round)-\(writer)-\(step)"
                let answer =
                    hasPicture
                    ? try await server.upload("/items", name: name, file: picture)
                    : try await server.post("/items", "itemName=\(name)", asProgram: true)
                if answer.status == 201, let key: String = try answer.member("itemKey") {
                    acknowledged[key] = hasPicture
                    answered.yield()
                    _ = try await server.post("/items/\(key)/position", "move=first")
                }
            }
        } catch {
            // The killed server ends this.
        }
        return acknowledged
    }

    private static func names(_ table: String) -> [String] {
        table.split(separator: "\r\n").dropFirst().map { String($0.split(separator: ",")[2]) }
    }
}
