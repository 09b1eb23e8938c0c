import Domain
import Foundation
import Persistence
import Testing

@testable import Backup

@Suite("Restoring a backup")
struct RestoringTests {
    @Test("A restored household equals the original", arguments: [0, 1, 40])
    func roundTrip(count: Int) throws {
        let test = try TestBackup(items: count)
        let favorite = test.directory.favorites + "/7"
        try TestBackup.picture("favourite").write(to: URL(fileURLWithPath: favorite))
        for path in [test.directory.sections, test.directory.settings] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
        }
        let before = try TestBackup.contents(of: test.directory)
        try test.makeBackup()

        let restored = try test.restored()

        #expect(try TestBackup.contents(of: restored) == before)
        #expect(before.keys.filter { $0.hasPrefix("images/") }.count == count)
        let household = try Household(directory: restored)
        #expect(
            try household.container.read { try $0.count(for: FetchRequest<Item>()) } == count)
        try household.close()
        #expect(try test.leftovers() == [])
    }

    @Test("Accounts are in no backup, and those of a replaced household stay")
    func people() throws {
        let test = try TestBackup()
        let accounts = test.directory.accounts
        try Data("people".utf8).write(to: URL(fileURLWithPath: accounts))
        chmod(accounts, 0o600)
        try test.makeBackup()
        let elsewhere = DataDirectory(path: test.directory.path + "-elsewhere")
        defer { try? FileManager.default.removeItem(atPath: elsewhere.path) }
        try Data("other people".utf8).write(to: URL(fileURLWithPath: accounts))

        let fresh = try BackupRestorer(test.archive, to: elsewhere).run()
        var restorer = BackupRestorer(test.archive, to: test.directory)
        restorer.replaces = true
        let replaced = try restorer.run()

        #expect(!fresh.hasAccounts)
        #expect(!FileManager.default.fileExists(atPath: elsewhere.accounts))
        #expect(replaced.hasAccounts)
        #expect(FileManager.default.contents(atPath: accounts) == Data("other people".utf8))
        let rights = try FileManager.default.attributesOfItem(atPath: accounts)
        #expect((rights[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        if let former = replaced.former { try FileManager.default.removeItem(atPath: former) }
    }

    @Test("A folder that is not empty is refused; with force it is moved aside")
    func occupied() throws {
        let test = try TestBackup()
        try test.makeBackup()
        let household = try Household(directory: test.directory)
        try TestBackup.addItem("Later", to: household)
        try household.close()
        let before = try TestBackup.contents(of: test.directory)
        var restorer = BackupRestorer(test.archive, to: test.directory)

        #expect(throws: BackupError.self) { try restorer.run() }
        #expect(try TestBackup.contents(of: test.directory) == before)

        restorer.replaces = true
        let outcome = try restorer.run()

        let former = try #require(outcome.former)
        #expect(try TestBackup.contents(of: DataDirectory(path: former)) == before)
        #expect(try TestBackup.contents(of: test.directory).count == before.count - 1)
        #expect(try test.leftovers() == [])
        // Both stay accessible.
        for path in [test.directory.path, former] {
            try Household(directory: DataDirectory(path: path)).close()
        }
    }

    @Test(
        "Files that root restores belong to the owner of the target folder",
        .enabled(if: getuid() == 0), arguments: [true, false])
    func owner(isThere: Bool) throws {
        let test = try TestBackup()
        try test.makeBackup()
        let parent = test.folder + "/service"
        let target = DataDirectory(path: parent + "/data")
        for folder in isThere ? [parent, target.path] : [parent] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
        }
        #expect(chown(isThere ? target.path : parent, 12_345, 12_346) == 0)

        _ = try BackupRestorer(test.archive, to: target).run()

        for path in [target.path, target.store, target.images] {
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_uid == 12_345 && status.st_gid == 12_346, "\(path)")
        }
    }

    @Test("A folder that is a mount point is rejected before anything is unpacked")
    func disk() throws {
        let test = try TestBackup()
        try test.makeBackup()
        // A mount point on every Linux.
        var restorer = BackupRestorer(test.archive, to: DataDirectory(path: "/proc"))
        restorer.replaces = true

        let error = #expect(throws: BackupError.self) { try restorer.run() }

        #expect(error?.description.hasPrefix("/proc is a mounted disk") == true)
        #expect(!FileManager.default.fileExists(atPath: "/proc.restoring"))
    }

    @Test("A household in use is not replaced, and the process that uses it is named")
    func inUse() throws {
        let test = try TestBackup()
        try test.makeBackup()
        let household = try Household(directory: test.directory)
        var restorer = BackupRestorer(test.archive, to: test.directory)
        restorer.replaces = true

        let error = #expect(throws: BackupError.self) { try restorer.run() }

        #expect(error?.description.contains("in use, held by this process") == true)
        #expect(try household.container.read { try $0.count(for: FetchRequest<Item>()) } == 3)
        try household.close()
    }

    @Test("A backup with any byte changed, or truncated anywhere, is refused")
    func damaged() throws {
        let test = try TestBackup()
        try test.makeBackup()
        let whole = try #require(FileManager.default.contents(atPath: test.archive))
        var number = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            var changed = whole
            let place = Int.random(in: 0..<whole.count, using: &number)
            changed[place] ^= 1 << Int.random(in: 0..<8, using: &number)
            try expectRefusal(changed, test, "byte \(place)")
            try expectRefusal(whole.prefix(place), test, "the first \(place) bytes")
        }
        try expectRefusal(Data("no archive".utf8), test, "text")
        try expectRefusal(Data(), test, "nothing")
    }

    private func expectRefusal(_ bytes: Data, _ test: TestBackup, _ what: String) throws {
        let path = test.folder + "/damaged"
        try bytes.write(to: URL(fileURLWithPath: path))
        let target = DataDirectory(path: test.folder + "/target")
        do {
            _ = try BackupRestorer(path, to: target).run()
            // An unused bit may change: the restored data must be complete.
            #expect(
                try TestBackup.contents(of: target) == TestBackup.contents(of: test.directory),
                "\(what)")
            try FileManager.default.removeItem(atPath: target.path)
        } catch is BackupError {
            #expect(!FileManager.default.fileExists(atPath: target.path), "\(what)")
        }
        #expect(try test.leftovers() == [], "\(what)")
    }
}
