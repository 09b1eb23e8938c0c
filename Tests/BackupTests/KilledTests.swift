import Domain
import Foundation
import Testing

@testable import Backup

/// The leftovers of a process that was killed midway.
@Suite("Crashes at every step")
struct KilledTests {
    private static let making: [BackupStep] = [
        .pinning, .describing, .addingData, .addingPictures, .addingTables, .addingManifest,
        .verifying, .naming, .noting,
    ]
    private static let restoring: [BackupStep] = [
        .unpacking, .comparing, .opening, .settling, .exchanging, .puttingAside,
    ]

    @Test("A killed backup leaves none, or a complete one; the next one succeeds")
    func making() async throws {
        for step in Self.making {
            let test = try TestBackup()
            let (data, archive, number) = (test.directory.path, test.archive, step.rawValue)

            await #expect(processExitsWith: .signal(SIGKILL), "\(step)") {
                [data = data as String, archive = archive as String, number = number as Int] in
                var maker = BackupMaker(DataDirectory(path: data))
                maker.willBegin = { if $0.rawValue == number { kill(getpid(), SIGKILL) } }
                _ = try BackupFile(maker, path: archive).make()
            }

            if FileManager.default.fileExists(atPath: archive) {
                #expect(step == .noting)
                _ = try BackupVerifier(archive).run()
            } else {
                try test.makeBackup()
            }
            let again = test.folder + "/again.tar.zst"
            _ = try BackupFile(BackupMaker(test.directory), path: again).make()
            _ = try BackupVerifier(again).run()
            #expect(try test.leftovers() == [], "\(step)")
            #expect(try HouseholdCheck(test.directory).run().faults.isEmpty, "\(step)")
        }
    }

    @Test("A killed restore leaves the old household or the new one; the next one succeeds")
    func restoring() async throws {
        for step in Self.restoring {
            let test = try TestBackup()
            try test.makeBackup()
            let new = try TestBackup.contents(of: test.directory)
            let household = try Household(directory: test.directory)
            try TestBackup.addItem("Later", to: household)
            try household.close()
            let old = try TestBackup.contents(of: test.directory)
            let (data, archive, number) = (test.directory.path, test.archive, step.rawValue)

            await #expect(processExitsWith: .signal(SIGKILL), "\(step)") {
                [data = data as String, archive = archive as String, number = number as Int] in
                var restorer = BackupRestorer(archive, to: DataDirectory(path: data))
                restorer.replaces = true
                restorer.willBegin = { if $0.rawValue == number { kill(getpid(), SIGKILL) } }
                _ = try restorer.run()
            }

            let found = try TestBackup.contents(of: test.directory)
            #expect(found == old || found == new, "\(step)")
            #expect((found == new) == (step == .puttingAside), "\(step)")
            var restorer = BackupRestorer(archive, to: test.directory)
            restorer.replaces = true
            _ = try restorer.run()
            #expect(try TestBackup.contents(of: test.directory) == new, "\(step)")
            #expect(try test.leftovers() == [], "\(step)")
            #expect(try test.hasHousehold(old), "\(step): the old one is kept")
        }
    }

    @Test("A full disk ends a backup and a restore with the reason, and nothing is left")
    func fullDisk() async throws {
        let test = try TestBackup(items: 12)
        try test.makeBackup()
        let (folder, data, archive) = (test.folder, test.directory.path, test.archive)

        await #expect(processExitsWith: .success) {
            [folder = folder as String, data = data as String, archive = archive as String] in
            // A file size limit simulates a full disk: writing fails midway.
            signal(SIGXFSZ, SIG_IGN)
            for size in [1, 5_000, 20_000] {
                // RLIMIT_FSIZE
                let kind = __rlimit_resource_t(1)
                var limit = rlimit()
                getrlimit(kind, &limit)
                limit.rlim_cur = rlim_t(size)
                setrlimit(kind, &limit)
                let target = "\(folder)/full.tar.zst"
                var errors = 0
                do {
                    _ = try BackupFile(BackupMaker(DataDirectory(path: data)), path: target).make()
                } catch { errors += 1 }
                do {
                    let place = DataDirectory(path: folder + "/full")
                    _ = try BackupRestorer(archive, to: place).run()
                } catch { errors += 1 }
                let files = try FileManager.default.contentsOfDirectory(atPath: folder)
                guard errors == 2, !files.contains(where: { $0.hasPrefix("full") }) else {
                    exit(1)
                }
            }
        }

        _ = try BackupVerifier(archive).run()
        #expect(try HouseholdCheck(test.directory).run().faults.isEmpty)
    }
}

extension TestBackup {
    /// Whether a folder beside the data directory has this household.
    func hasHousehold(_ contents: [String: Data]) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
            let place = DataDirectory(path: "\(folder)/\(name)")
            guard FileManager.default.fileExists(atPath: place.store) else { return false }
            return try TestBackup.contents(of: place) == contents
        }
    }
}
