import Backup
import Domain
import Foundation
import Imaging
import Persistence
import PersistenceInspection
import Testing

@testable import Web

@Suite("Checks and backups of a household in a database", .timeLimit(.minutes(30)))
struct DatabaseBackupTests {
    private static func add(_ name: String, to household: Household) async throws -> UUID {
        let file = "\(household.directory.incoming)/\(UUID())"
        try TestPicture.data(width: 64, height: 48).write(to: URL(fileURLWithPath: file))
        let thumbnail = try await household.imageProcessor.thumbnail(ofFileAt: file).png
        return try await household.container.write { context in
            let item = try Item.append(in: context)
            item.itemName = name
            let key = item.addPhoto(thumbnail, captureDate: nil, at: Date(), in: context).key
            try household.save(context, adding: [(key, file, nil)])
            return key
        }
    }

    private static func names(_ directory: DataDirectory) async throws -> [String] {
        let household = try Household(directory: directory)
        let names = try await household.container.read { context in
            try context.fetch(FetchRequest<Item>()).compactMap(\.itemName).sorted()
        }
        try household.close()
        return names
    }

    @Test(
        "Restoring into the database keeps the old data aside, and locks out writers"
    )
    func replacing() async throws {
        let shared = try SharedSite()
        let archive = shared.directory.path + "-backup.tar.zst"
        defer { unlink(archive) }
        let household = try Household(directory: shared.directory)
        let lamp = try await Self.add("Lamp", to: household)
        _ = try BackupFile(BackupMaker(shared.directory), path: archive).make()
        _ = try await Self.add("Chair", to: household)

        #expect(throws: BackupError.self) {
            try BackupRestorer(archive, to: shared.directory).run()
        }
        var restorer = BackupRestorer(archive, to: shared.directory)
        restorer.replaces = true
        let outcome = try restorer.run()

        // A server with the old state cannot save.
        await #expect(throws: PersistenceError.self) {
            try await household.container.write { context in
                try Item.append(in: context).itemName = "Late"
                try household.save(context)
            }
        }
        try household.container.close()
        let folder = try #require(outcome.former)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try await Self.names(shared.directory) == ["Lamp"])
        let images = try FileManager.default.contentsOfDirectory(atPath: shared.directory.images)
        #expect(images == [lamp.uuidString])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/images").count == 2)
        #expect(!FileManager.default.fileExists(atPath: shared.directory.store))
        let former = try StoreFingerprint(at: try #require(outcome.formerRecords))
        #expect(former.records.first { $0.entity == "Item" }?.count == 2)
        #expect(try HouseholdCheck(shared.directory).run().faults.map(\.description) == [])
        // And once more, beside the earlier copy.
        let again = try restorer.run()
        #expect(again.formerRecords != nil && again.formerRecords != outcome.formerRecords)
        if let former = again.former { try FileManager.default.removeItem(atPath: former) }
    }

    @Test("A backup of a file is restored into an empty database, and the other way round")
    func changingKinds() async throws {
        let site = try TestSite()
        let file = DataDirectory(path: site.configuration.dataDirectory)
        let archive = file.path + "-backup.tar.zst"
        defer { unlink(archive) }
        var household = try Household(directory: file)
        _ = try await Self.add("Lamp", to: household)
        try household.close()
        _ = try BackupFile(BackupMaker(file), path: archive).make()
        let shared = try SharedSite(isEmpty: true)
        #expect(try !shared.directory.hasHousehold)
        let outcome = try BackupRestorer(archive, to: shared.directory).run()
        #expect(outcome.formerRecords == nil && outcome.former == nil)
        #expect(try shared.directory.hasHousehold)
        household = try Household(directory: shared.directory)
        _ = try await Self.add("Chair", to: household)
        try household.close()
        unlink(archive)
        _ = try BackupFile(BackupMaker(shared.directory), path: archive).make()
        let target = DataDirectory(path: file.path + "-restored")
        defer { try? FileManager.default.removeItem(atPath: target.path) }
        _ = try BackupRestorer(archive, to: target).run()
        #expect(try await Self.names(target) == ["Chair", "Lamp"])
    }

    @Test("A check finds missing and orphaned files, and a repair moves the latter aside")
    func checking() async throws {
        let shared = try SharedSite()
        #expect(throws: BackupError.self) {
            try HouseholdCheck(SharedSite(isEmpty: true).directory).run()
        }
        let household = try Household(directory: shared.directory)
        let (lamp, chair) = (
            try await Self.add("Lamp", to: household), try await Self.add("Chair", to: household)
        )
        #expect(try HouseholdCheck(shared.directory).run().faults.isEmpty)
        unlink("\(shared.directory.images)/\(lamp)")
        let stranger = UUID()
        for key in [stranger, chair] {
            try Data("other".utf8).write(
                to: URL(fileURLWithPath: "\(shared.directory.images)/\(key)"))
        }
        let findings = try HouseholdCheck(shared.directory).run()
        let texts = findings.faults.map(\.description)
        #expect(texts.contains { $0.contains("“Lamp”") && $0.contains("is missing") }, "\(texts)")
        #expect(texts.contains { $0.contains("“Chair”") && $0.contains("is damaged") }, "\(texts)")
        #expect(
            texts.contains {
                $0.contains("\(stranger)") && $0.contains("not the picture of any item")
            }, "\(texts)")
        // A server has the household open.
        let lines = try await HouseholdRepair(household).run(findings)
        #expect(lines.contains { $0.contains("orphans/images-\(stranger)") }, "\(lines)")
        #expect(!FileManager.default.fileExists(atPath: "\(shared.directory.images)/\(stranger)"))
        #expect(FileManager.default.fileExists(atPath: "\(shared.directory.images)/\(chair)"))
        try household.close()
    }
}
