import Backup
import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Synchronization
import Testing

@testable import Web

@Suite("Backups in the browser")
struct BackupTests {
    @Test("A downloaded backup can be restored", arguments: ["zstd", "gzip"])
    func download(compression: String) async throws {
        let site = try TestSite()
        let folder = NSTemporaryDirectory() + "download-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let answer = try await site.test { client in
            let inventory = InventoryClient(client: client)
            try await inventory.post("/items", [("itemName", "Lamp"), ("valueInDollars", "7")])
            return try await inventory.post("/backup", [("compression", compression)])
        }
        try Data(answer.body.readableBytesView).write(to: URL(fileURLWithPath: folder + "/archive"))

        let target = DataDirectory(path: folder + "/data")
        let outcome = try BackupRestorer(folder + "/archive", to: target).run()

        #expect(answer.status == .ok)
        #expect(
            answer.headers[.contentDisposition]?.contains(
                compression == "gzip" ? ".tar.gz\"" : ".tar.zst\"") == true)
        #expect(outcome.description.program == ProgramVersion.current)
        let names = try await Household(directory: target).container.read { context in
            try Item.latest(5, in: context).map(\.itemName)
        }
        #expect(names == ["Lamp"])
    }

    @Test("Without a form it uses zstd; another compression is refused")
    func compression() async throws {
        try await TestSite().test { client in
            let plain = try await client.execute(uri: "/backup", method: .post)
            let wrong = try await InventoryClient(client: client)
                .post("/backup", [("compression", "rar")])

            #expect(plain.headers[.contentType] == "application/zstd")
            #expect(wrong.status == .unprocessableContent)
        }
    }

    @Test("The first page shows the time of the last verified backup, even if no record changed")
    func frontPage() async throws {
        let site = try TestSite()
        try await site.test { client in
            let before = try await client.execute(uri: "/", method: .get)
            let directory = DataDirectory(path: site.configuration.dataDirectory)
            let archive = directory.path + "/../backup.tar.zst"
            var maker = BackupMaker(directory)
            maker.now = { Date(timeIntervalSince1970: 1_795_000_000) }
            _ = try BackupFile(maker, path: archive).make()

            let after = try await client.execute(uri: "/", method: .get)
            let document = try await InventoryClient(client: client).json("/backup.json")

            #expect(before.text.contains("Make a backup"))
            #expect(after.text.contains("The last verified backup is of November 18, 2026"))
            let last = try #require(document["last"] as? [String: Any])
            #expect(last["made"] as? String == "2026-11-18T11:06:40Z")
            #expect(document["download"] is NSNull)
        }
    }

    @Test("A client that disconnects does not block the next download")
    func broken() async throws {
        let chunks = ChunkStream()
        let bytes = [UInt8](repeating: 7, count: 10)
        let making = Task {
            try await onThread {
                for _ in 0..<1_000 { try bytes.withUnsafeBytes { try chunks.send($0) } }
            }
        }

        let first = try await chunks.next()
        chunks.cancel()

        #expect(first == ByteBuffer(bytes: bytes))
        await #expect(throws: CancellationError.self) { try await making.value }
    }

    @Test("After a complete download, the next one can start at once")
    func oneAfterTheOther() async throws {
        let isHeard = Atomic(false)
        let wasHeardBefore = Mutex<Bool?>(nil)
        let chunks = ChunkStream {
            wasHeardBefore.withLock { $0 = isHeard.load(ordering: .acquiring) }
        }
        chunks.end()
        #expect(try await chunks.next() == nil)
        isHeard.store(true, ordering: .releasing)
        #expect(wasHeardBefore.withLock { $0 } == false)

        try await TestSite.inventory { client in
            try await client.add("Lamp")
            for _ in 0..<50 { #expect(try await client.get("/items.zip").status == .ok) }
            for _ in 0..<5 {
                let backup = try await client.client.execute(uri: "/backup", method: .post)
                #expect(backup.status == .ok)
            }
        }
    }

    @Test("Chunks arrive in order, followed by the end")
    func order() async throws {
        let chunks = ChunkStream()
        async let giving: Void = onThread {
            for number in 0..<200 {
                try withUnsafeBytes(of: UInt8(number)) { try chunks.send($0) }
            }
            chunks.end()
        }

        var numbers: [UInt8] = []
        while let chunk = try await chunks.next() { numbers += chunk.readableBytesView }
        try await giving

        #expect(numbers == Array(0..<200))
    }

    /// Runs blocking work on a separate thread: the pool has only as many threads as there are cores,
    /// and the consumers need one.
    private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: body)) }.start()
        }
    }
}
