import Domain
import Foundation
import Testing

@testable import Backup

@Suite("Photos that change during a backup")
struct ConcurrentPhotoEditsTests {
    @Test(
        "Photos whose names differ only in bytes, or are not UTF-8, are restored"
    )
    func names() throws {
        let test = try TestBackup(items: 0)
        let root = Array((test.directory.photos + "/").utf8)
        try FileManager.default.createDirectory(
            atPath: test.directory.photos, withIntermediateDirectories: true)
        let folders = [
            Array("Zo\u{EB}".utf8), Array("Zoe\u{308}".utf8), Array("Caf".utf8) + [0xE9],
            Array("Caf%E9".utf8),
        ]
        let names = [
            Array("Zo\u{EB}.jpg".utf8), Array("Zoe\u{308}.jpg".utf8), [0xFF, 0x25, 0x32, 0x46],
            Array("a%2F.jpg".utf8), [UInt8](repeating: 0xE9, count: 255),
        ]
        for folder in folders {
            try #require(mkdir((root + folder).cString, 0o700) == 0)
            for name in names {
                let descriptor = open(
                    (root + folder + [0x2F] + name).cString, O_WRONLY | O_CREAT | O_EXCL, 0o600)
                try #require(descriptor >= 0)
                defer { close(descriptor) }
                try #require(write(descriptor, name, name.count) == name.count)
            }
        }

        let outcome = try test.makeBackup()
        let restored = try test.restored()

        #expect(outcome.leftOut.isEmpty)
        for folder in folders {
            for name in names {
                let path = Array((restored.photos + "/").utf8) + folder + [0x2F] + name
                let descriptor = open(path.cString, O_RDONLY)
                defer { close(descriptor) }
                var bytes = [UInt8](repeating: 0, count: 300)
                #expect(read(descriptor, &bytes, bytes.count) == name.count)
                #expect(bytes.starts(with: name))
            }
        }
    }

    @Test("An escaped photo path is accepted only as a backup writes it")
    func escapedPaths() {
        #expect(
            BackupPath.place(of: "photos-escaped/Caf%E9/Zoe%CC%88.jpg")
                == .bytes(
                    Array("photos/Caf".utf8) + [0xE9] + Array("/Zoe\u{308}.jpg".utf8)))
        for path in [
            "photos-escaped/%2E%2E/%FF", "photos-escaped/%FF%2F..", "photos-escaped/%00%FF",
            "photos-escaped/plain.jpg", "photos-escaped/%41%FF", "photos-escaped/../%FF",
            "photos-escaped/%ff", "photos-escaped",
            "photos-escaped/" + String(repeating: "%E9", count: 256),
        ] {
            #expect(BackupPath.place(of: path) == nil, "\(path)")
        }
    }

    /// A household with photos, and a backup that is interrupted before it writes them.
    private static func maker(
        _ test: TestBackup, _ photos: [String],
        meanwhile: @escaping @Sendable (String) throws -> Void
    ) throws -> BackupMaker {
        let folder = test.directory.photos
        try FileManager.default.createDirectory(
            atPath: folder + "/Lake", withIntermediateDirectories: true)
        for name in photos {
            try TestBackup.picture(name).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        var maker = BackupMaker(test.directory)
        maker.willBegin = { if $0 == .addingPictures { try meanwhile(folder) } }
        return maker
    }

    @Test("A moved photo is stored under its new name, and a removed one is reported")
    func movedAndRemoved() throws {
        let test = try TestBackup()
        let maker = try Self.maker(test, ["a.jpg", "b.jpg", "Lake/c.jpg", "d.jpg"]) { folder in
            #expect(rename("\(folder)/a.jpg", "\(folder)/Lake/renamed.jpg") == 0)
            #expect(unlink("\(folder)/b.jpg") == 0)
            #expect(truncate("\(folder)/d.jpg", 10) == 0)
        }

        let outcome = try BackupFile(maker, path: test.archive).make()

        let contents = try TestBackup.contents(of: try test.restored())
        #expect(contents["photos/Lake/renamed.jpg"] == TestBackup.picture("a.jpg"))
        #expect(contents["photos/Lake/c.jpg"] == TestBackup.picture("Lake/c.jpg"))
        for name in ["a", "b", "d"] { #expect(contents["photos/\(name).jpg"] == nil) }
        #expect(
            outcome.changes == [
                "The photo photos/a.jpg was moved meanwhile, to photos/Lake/renamed.jpg.",
                "The photo photos/b.jpg is not in the backup: it was removed or changed meanwhile.",
                "The photo photos/d.jpg is not in the backup: it was removed or changed meanwhile.",
            ])
    }

    @Test("The backup itself lists what is not in it")
    func leftOutList() throws {
        let test = try TestBackup(items: 0)
        let path = test.folder + "/unpacked.tar.gz"
        let maker = try Self.maker(test, ["a.jpg"]) { folder in
            #expect(unlink("\(folder)/a.jpg") == 0)
        }
        let made = try BackupFile(maker, path: path).make().description
        #expect(made.leftOutFiles == 1)
        #expect(try BackupVerifier(path).run() == made)
        _ = try TestBackup.run("/usr/bin/tar", "-C", test.folder, "-xzf", path)

        let list = test.folder + "/homeowner-backup/left-out.json"
        let leftOut = try BackupDescription.decoder.decode(
            LeftOutFiles.self, from: Data(contentsOf: URL(fileURLWithPath: list)))

        let size = Int64(TestBackup.picture("a.jpg").count)
        let about = test.folder + "/homeowner-backup/about.json"
        let begun = try BackupDescription.decoder.decode(
            BackupDescription.self, from: Data(contentsOf: URL(fileURLWithPath: about)))
        #expect(begun.files == made.files + 1 && begun.bytes == made.bytes + size)
        #expect(leftOut == LeftOutFiles(files: 1, bytes: size, paths: ["photos/a.jpg"]))
    }

    @Test("An unfinished upload is not in the backup, and may be renamed meanwhile")
    func upload() throws {
        let test = try TestBackup(items: 0)
        let hidden = ".upload-\(UUID().uuidString)"
        let maker = try Self.maker(test, [hidden, ".upload-notes"]) { folder in
            #expect(rename("\(folder)/\(hidden)", "\(folder)/new.jpg") == 0)
        }

        let outcome = try BackupFile(maker, path: test.archive).make()

        let contents = try TestBackup.contents(of: try test.restored())
        #expect(outcome.changes == [])
        #expect(contents["photos/new.jpg"] == nil)
        #expect(contents["photos/.upload-notes"] == TestBackup.picture(".upload-notes"))
    }

    @Test("A photo that becomes shorter during the backup is padded and reported")
    func cutOff() throws {
        let test = try TestBackup(items: 0)
        let path = test.folder + "/photo.jpg"
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: path))
        #expect(try InputFile.ifUnchanged(path, size: 99) == nil)
        let file = try #require(try InputFile.ifUnchanged(path, size: 100))
        let strict = try InputFile(path, size: 100)
        #expect(truncate(path, 60) == 0)

        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 1, count: 64)
        while case let count = try piece.withUnsafeMutableBytes({ try file.read($0) }), count > 0 {
            bytes += piece[..<count]
        }

        #expect(bytes == Array(repeating: 7, count: 60) + Array(repeating: 0, count: 40))
        #expect(file.isCutOff)
        #expect(throws: BackupError.self) {
            while try piece.withUnsafeMutableBytes({ try strict.read($0) }) > 0 {}
        }
    }
}
