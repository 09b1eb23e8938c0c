import Domain
import Foundation
import Persistence
import Testing

@testable import Backup

@Suite("Documents and several photos in backups")
struct EvidenceTests {
    /// A household with a lamp that has two photos and a receipt.
    private static func household() throws -> (test: TestBackup, keys: [UUID]) {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let lamp = try TestBackup.addItem("Lamp", to: household)
        func file(_ content: Data) throws -> String {
            let path = "\(test.directory.incoming)/\(UUID())"
            try content.write(to: URL(fileURLWithPath: path))
            return path
        }
        let photo = try file(TestBackup.picture("back"))
        let receipt = try file(Data("%PDF-1.4 a receipt".utf8))
        let new = NewDocument(
            name: "Receipt of the lamp", kind: .receipt, mediaType: "application/pdf",
            byteCount: 18, checksum: try FileChecksum(ofFileAt: receipt), thumbnail: nil)
        let keys = try household.container.write { context in
            let item = try #require(try Item.find(lamp, in: context))
            let photoKey = item.addPhoto(
                TestBackup.thumbnail, captureDate: nil, at: Date(), in: context
            ).key
            let documentKey = item.add(new, at: Date(), in: context).key
            try household.save(
                context, adding: [(photoKey, photo, nil), (documentKey, receipt, nil)])
            return [lamp, photoKey, documentKey]
        }
        try household.close()
        return (test, keys)
    }

    @Test("They have readable names in a backup, and are restored from it")
    func thereAndBack() throws {
        let (test, keys) = try Self.household()

        let names = try test.unpackedBackup()
        try test.makeBackup()
        let restored = try test.restored()

        for name in [
            "Lamp \(keys[0]).jpg", "Lamp \(keys[1]).jpg", "Receipt of the lamp \(keys[2]).pdf",
        ] {
            #expect(names.contains("homeowner-backup/pictures/\(name)"), "\(name)")
        }
        let table = try String(
            contentsOfFile: test.folder + "/homeowner-backup/tables/Document.csv", encoding: .utf8)
        #expect(table.contains("pictures/Receipt of the lamp \(keys[2]).pdf"))
        #expect(
            try TestBackup.contents(of: restored) == TestBackup.contents(of: test.directory))
        #expect(try HouseholdCheck(restored).run().faults.isEmpty)
    }

    @Test("A check names missing and damaged documents")
    func check() throws {
        let (test, keys) = try Self.household()
        #expect(try HouseholdCheck(test.directory).run().faults.isEmpty)
        try FileManager.default.removeItem(atPath: "\(test.directory.images)/\(keys[1])")
        try Data("%PDF-1.4 a forgery".utf8).write(
            to: URL(fileURLWithPath: "\(test.directory.images)/\(keys[2])"))

        let faults = try HouseholdCheck(test.directory).run().faults.map(\.description)

        #expect(faults.count == 2, "\(faults)")
        #expect(
            faults.contains { $0.contains("of “Lamp”") && $0.contains("\(keys[1])) is missing") })
        #expect(
            faults.contains { $0.contains("of “Receipt of the lamp”") && $0.contains("damaged") })
    }
}
