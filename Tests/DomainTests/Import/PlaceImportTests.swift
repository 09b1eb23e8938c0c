import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of places")
struct PlaceImportTests {
    private static let table =
        "id,name,source,hasFavorites,photos\r\n1,Rome,folder,no,2\r\n2,Élan / Été,folder,yes,1\r\n"
        + "3,Paris,flickr,no,9\r\n4,Unsorted,folder,no,0\r\n"

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    @Test("Places become folders, are unchanged the second time, and are undone")
    func folders() async throws {
        let photos = try TestPhotos()

        let plan = try await photos.test.plan(Self.table)
        let record = try await photos.test.importing(Self.table)
        try await photos.library.lookAtFolder()
        let shown = try photos.shown()
        let again = try await photos.test.plan(Self.table)

        #expect(plan.counts.new == 2 && plan.counts.unchanged == 2)
        #expect(
            try (2...3).map { try plan.rows.outcome(at: $0).notes } == [
                ["a place of flickr, which names its places itself"],
                ["the place of photos in no folder, which is there with them"],
            ])
        #expect(Self.isFolder(photos.root + "/Rome"))
        #expect(Self.isFolder(photos.root + "/Élan/Été"))
        #expect(Set(shown.keys) == ["Rome", "Élan / Été"])
        #expect(again.counts.unchanged == 4)
        let twice = try await photos.test.plan("place\nRome\nRome\n")
        #expect(try twice.refusals == ["3 line 2 is about the same place."])
        #expect(ImportKind.all.kind(ofHeader: ["id", "title", "place", "source"]) != .places)

        guard case .done = try await photos.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.root) == [])
        #expect(try photos.shown() == [:])
    }

    @Test("A place with new photos is not undone, and keeps its folder")
    func photosSince() async throws {
        let photos = try TestPhotos()
        let record = try await photos.test.importing("place\nRome\n")
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()

        let result = try await photos.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(obstacles == ["Place “Rome” now has photos."])
        #expect(try photos.shown()["Rome"] == ["a.jpg"])
    }

    @Test("An invalid folder name, and a place that occurs twice, are refused")
    func refusals() async throws {
        let photos = try TestPhotos()
        let long = String(repeating: "x", count: 256)
        let bad = ["..", ".hidden", "a/b", "a / .hidden", "a / .. / b", long]

        let plan = try await photos.test.plan(
            "place\n" + bad.map { $0 + "\n" }.joined() + "Rome\nROME\n")

        #expect(plan.counts.refused == bad.count + 1)
        #expect(try plan.refusals.last == "9 line 8 is about the same place.")
        for refusal in try plan.refusals.dropLast() {
            #expect(refusal.contains("no folder can have this name"), "\(refusal)")
        }
    }

    @Test("A symbolic link in the path prevents the import, and no folder is left")
    func link() async throws {
        let photos = try TestPhotos()
        let elsewhere = photos.root + "-elsewhere"
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        try FileManager.default.createSymbolicLink(
            atPath: photos.root + "/Rome", withDestinationPath: elsewhere)

        await #expect(throws: FileError.self) {
            try await photos.test.importing("place\nParis\nRome / Forum\n")
        }

        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.root) == ["Rome"])
        #expect(try photos.shown() == [:])
    }

    @Test("Folders of an import that was not saved are removed at the next start")
    func brokenOff() async throws {
        let test = try TestHousehold()
        let made = test.directory.photos + "/Rome"
        let record = try await test.importing("place\nRome\n")
        #expect(Self.isFolder(made))
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(!Self.isFolder(made))

        // As left by a process that ends between the folders and the save.
        let imports = test.household.imports
        let file = try ImportFile(Data("place\nRome\n".utf8), named: "test.csv")
        let token = try imports.keep(file)
        let folders = [test.directory.photos, made]
        try test.household.keep(ImportRecord(id: token, of: file))
        try test.note(ImportPart(made: [], changed: [], folders: folders), of: token)
        try PhotoFolder.make(folders)
        try test.household.close()
        let again = try Household(directory: test.directory)
        defer { try? again.close() }

        #expect(!Self.isFolder(made))
        #expect(try again.unfinishedImports().isEmpty)
    }
}
