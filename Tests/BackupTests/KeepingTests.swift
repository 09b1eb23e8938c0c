import Domain
import Foundation
import Synchronization
import Testing

@testable import Backup

@Suite("Keeping the newest backups")
struct KeepingTests {
    @Test("The oldest backup is deleted once the new one is verified; other files stay")
    func keeping() throws {
        let test = try TestBackup(items: 1)
        let folder = BackupFolder(path: test.folder + "/backups", keeping: 2)
        var removed: [String] = []
        for day in 0..<4 {
            removed += try folder.add(test.maker(day: day)).removed
            let other = "\(folder.path)/homeowner-notes.tar.zst"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        }

        #expect(
            try folder.names() == [
                "homeowner-2026-11-20T110640Z.tar.zst", "homeowner-2026-11-21T110640Z.tar.zst",
            ])
        #expect(removed.count == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().last
                == "homeowner-notes.tar.zst")
        #expect(
            try LastBackup.read(in: test.directory)?.made
                == Date(timeIntervalSince1970: 1_795_259_200))
    }

    @Test("While a picture is damaged or missing it is named, and no older backup is deleted")
    func damaged() throws {
        let test = try TestBackup(items: 2)
        let folder = BackupFolder(path: test.folder + "/backups", keeping: 1)
        let sound = try folder.add(test.maker(day: 0)).backup
        let images = try FileManager.default.contentsOfDirectory(atPath: test.directory.images)
        let (first, second) = (images[0], images[1])
        try FileManager.default.removeItem(atPath: "\(test.directory.images)/\(first)")
        let path = "\(test.directory.images)/\(second)"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[2_000] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))

        let (backup, removed) = try folder.add(test.maker(day: 1))

        #expect(sound.damage == [] && removed == [])
        #expect(try folder.names().count == 2)
        #expect(backup.damage.count == 2)
        #expect(backup.damage[0].hasPrefix("The picture images/\(second) ("))
        #expect(backup.damage[0].hasSuffix("is damaged: its SHA-256 is not what it was."))
        #expect(backup.damage[1].hasSuffix("(images/\(first)) is missing."))
        #expect(
            try FailedBackup.read(in: test.directory)?.reason
                == "pictures are not as they were added")
    }

    @Test("A failure is noted until a backup succeeds; a name that is taken is none")
    func failures() throws {
        let test = try TestBackup(items: 1)
        func reason() throws -> String? { try FailedBackup.read(in: test.directory)?.reason }
        let nowhere = test.folder + "/none"

        try test.makeBackup()
        #expect(throws: BackupError.self) { try test.makeBackup() }
        #expect(try reason() == nil, "the file was there already")
        #expect(throws: FileError.self) {
            try BackupFolder(path: nowhere + "/backups", keeping: 1).add(test.maker(day: 0))
        }
        #expect(try reason()?.contains(nowhere) == true)
        unlink(test.archive)
        try test.makeBackup()
        #expect(try reason() == nil)
        #expect(throws: (any Error).self) {
            try BackupFile(BackupMaker(test.directory), path: nowhere + "/x.tar.zst").make()
        }
        #expect(try reason()?.contains(nowhere) == true)
        try FailedBackup.note("There is no household.", in: DataDirectory(path: test.folder))
        #expect(try FailedBackup.read(in: DataDirectory(path: test.folder)) == nil)
    }

    @Test(
        "A second backup to the same file is refused at any time, and the first is complete",
        arguments: [BackupStep.addingData, .verifying, .naming])
    func twoAtOnce(step: BackupStep) throws {
        let test = try TestBackup(items: 1)
        let (directory, archive) = (test.directory, test.archive)
        let refusals = Mutex<[String]>([])
        var maker = BackupMaker(directory)
        maker.willBegin = { now in
            guard now == step else { return }
            do {
                _ = try BackupFile(BackupMaker(directory), path: archive).make()
            } catch {
                refusals.withLock { $0.append("\(error)") }
            }
        }

        _ = try BackupFile(maker, path: archive).make()

        #expect(
            refusals.withLock { $0 } == ["Another backup is being written to \(archive).partial."])
        _ = try BackupVerifier(archive).run()
        #expect(try test.leftovers() == [])
    }

    @Test("Two backups into one folder within a second both succeed, in sequence and at once")
    func withinASecond() throws {
        let test = try TestBackup(items: 1)
        let folder = BackupFolder(path: test.folder + "/backups", keeping: 9)
        let meanwhile = Mutex<[String]>([])
        var maker = test.maker(day: 0)
        let other = maker
        maker.willBegin = { step in
            guard step == .verifying else { return }
            let made = try folder.add(other).backup.path
            meanwhile.withLock { $0.append(made) }
        }

        let first = try folder.add(maker).backup.path
        let last = try BackupFile.make(test.maker(day: 0), in: folder.path).path

        let paths = [first] + meanwhile.withLock { $0 } + [last]
        let names = ["40", "41", "42"].map { "homeowner-2026-11-18T1106\($0)Z.tar.zst" }
        #expect(paths == names.map { "\(folder.path)/\($0)" })
        #expect(try folder.names() == names)
        for path in paths { _ = try BackupVerifier(path).run() }
    }

    @Test(
        "A work folder deleted by another backup is created again, and a deleted file is given up")
    func takenForLeft() throws {
        let test = try TestBackup(items: 0)
        var others: [BackupWorkFolder] = []
        let folder = try BackupWorkFolder(in: test.directory) {
            if others.isEmpty { others.append(try BackupWorkFolder(in: test.directory)) }
        }
        let file = try OutputFile(making: test.archive)
        try BackupFile.removeIfLeft(test.archive)

        #expect(FileManager.default.fileExists(atPath: folder.path))
        #expect(try test.leftovers().count == 2)
        #expect(!file.lock())
        withExtendedLifetime((folder, others)) {}
    }

    @Test("A failed backup deletes no other one, and the leftovers of an earlier one are deleted")
    func failure() throws {
        let test = try TestBackup(items: 1)
        let folder = BackupFolder(path: test.folder + "/backups", keeping: 1)
        _ = try folder.add(test.maker(day: 0))
        let left = "\(folder.path)/homeowner-2026-11-19T110640Z.tar.zst.partial"
        try Data("cut off".utf8).write(to: URL(fileURLWithPath: left))
        var failing = test.maker(day: 1)
        failing.willBegin = { step in
            if step == .verifying { throw BackupError("No.") }
        }

        #expect(throws: BackupError("No.")) { try folder.add(failing) }

        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                == ["homeowner-2026-11-18T110640Z.tar.zst"])
    }
}

extension TestBackup {
    fileprivate func maker(day: Int) -> BackupMaker {
        var maker = BackupMaker(directory)
        let time = 1_795_000_000 + Double(day) * 86_400
        maker.now = { Date(timeIntervalSince1970: time) }
        return maker
    }
}
