import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

struct FollowingTests {
    @Test("Changes in the folder are observed, also in new folders")
    func following() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg", TestPhotos.picture())
        let following = Task { await photos.library.follow { _ in } }
        defer { following.cancel() }
        try await Self.until { try photos.shown()["Rome"] == ["a.jpg"] }

        try photos.write("Rome/b.jpg", TestPhotos.picture(seed: 2))
        try photos.write("Paris/Louvre/c.jpg", TestPhotos.picture(seed: 3))
        try await Self.until {
            try photos.shown()["Rome"] == ["a.jpg", "b.jpg"]
                && photos.shown()["Paris / Louvre"] == ["c.jpg"]
        }

        // The new folder is watched now.
        try photos.write("Paris/Louvre/d.jpg", TestPhotos.picture(seed: 4))
        try await Self.until { try photos.shown()["Paris / Louvre"] == ["c.jpg", "d.jpg"] }

        let number = try photos.number("Rome/b.jpg")
        try photos.move("Rome/b.jpg", to: "Paris/Louvre/e.jpg")
        try photos.remove("Rome/a.jpg")
        try await Self.until {
            try photos.shown()["Rome"] == []
                && photos.shown()["Paris / Louvre"] == ["c.jpg", "d.jpg", "e.jpg"]
        }
        #expect(try photos.number("Paris/Louvre/e.jpg") == number)
        try await Self.until {
            var unread = PhotoQuery()
            unread.predicate = .key("isRead") == false
            return try photos.titles(unread).isEmpty
        }
    }

    @Test("A folder that is created later is observed from then on")
    func lateFolder() async throws {
        let photos = try TestPhotos()
        try FileManager.default.removeItem(atPath: photos.root)
        let failures = Mutex(0)
        let following = Task {
            await photos.library.follow { event in
                if case .failed = event { failures.withLock { $0 += 1 } }
            }
        }
        defer { following.cancel() }

        try await Self.until { failures.withLock { $0 } > 0 }
        #expect(try photos.shown().isEmpty)
    }

    @Test("Too many events, and moved folders, cause a full scan")
    func unions() {
        #expect(FolderChange.folders(["a"]).union(.folders(["b"])) == .folders(["a", "b"]))
        #expect(FolderChange.folders(["a"]).union(.everything) == .everything)
        #expect(FolderChange.everything.union(.folders(["a"])) == .everything)
    }

    @Test("Files that change during a scan end in their final state")
    func changingMeanwhile() async throws {
        let photos = try TestPhotos()
        for number in 0..<300 { try photos.write("Rome/\(number).jpg") }
        let following = Task { await photos.library.follow { _ in } }
        defer { following.cancel() }

        for number in 0..<300 {
            switch number % 3 {
            case 0: try photos.remove("Rome/\(number).jpg")
            case 1: try photos.move("Rome/\(number).jpg", to: "Paris/\(number).jpg")
            default: try photos.write("Oslo/\(number).jpg")
            }
        }

        try await Self.until {
            let names = { (remainder: Int) in
                stride(from: remainder, to: 300, by: 3).map { "\($0).jpg" }
            }
            let known = try photos.inReading { context in
                try context.fetch(FetchRequest<Photo>()).compactMap(\.sourceID)
            }
            let expected =
                names(1).map { "Paris/\($0)" } + names(2).map { "Oslo/\($0)" }
                + names(2).map { "Rome/\($0)" }
            return known.count == expected.count && Set(known) == Set(expected)
        }
    }

    @Test("A folder created while its parent is scanned is observed")
    func comingMeanwhile() throws {
        let photos = try TestPhotos()
        let inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        defer { close(inotify) }
        let watches = FolderEvents.Watches(FolderFiles(root: photos.root), inotify) { folder, _ in
            guard folder.isEmpty else { return }
            #expect(mkdir("\(photos.root)/Oslo", 0o700) == 0)
        }
        #expect(watches.folders.values.contains("") && !watches.folders.values.contains("Oslo"))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(inotify, &buffer, buffer.count)
        #expect(count > 0)
        #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains("Oslo"))
    }

    /// Waits for a condition, for a time that only a hang exceeds.
    private static func until(_ isTrue: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < end {
            if try isTrue() { return }
            try await Task.sleep(for: .milliseconds(30))
        }
        Issue.record("It did not happen within ten minutes")
    }
}
