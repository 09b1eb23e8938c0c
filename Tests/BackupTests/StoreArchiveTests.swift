import Domain
import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Backup

@Suite("Zip files of stores")
struct StoreArchiveTests {
    private let folder = NSTemporaryDirectory() + "store-archive-\(UUID())"
    private var zip: String { folder + "/Phone.zip" }

    @Test("A store is read with its log and its large values, and no files are left behind")
    func store() throws {
        try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let picture = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var item = EntityDescription("Item")
        var photo = AttributeDescription("photo", .binaryData, isOptional: false)
        photo.allowsExternalBinaryDataStorage = true
        item.attributes = [.init("itemName", .string), .init("serialNumber", .string), photo]
        for index in item.attributes.indices { item.attributes[index].isOptional = true }
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: [item]),
            classes: [], store: .sqlite(path: folder + "/Phone.sqlite"))
        defer { try? container.close() }
        try container.write { context in
            let sofa = try ManagedObject(entityName: "Item", context: context)
            try sofa.setValue("Sofa", forKey: "itemName")
            try sofa.setValue(picture, forKey: "photo")
            try context.save()
        }
        // The latest writes are only in the log.
        #expect(FileManager.default.fileExists(atPath: folder + "/Phone.sqlite-wal"))
        var builder = ZipBuilder()
        builder.add("Phone/", mode: 0o40755)
        builder.add("__MACOSX/Phone/._Phone.sqlite", Data("notes".utf8))
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
                !path.hasSuffix("-shm")
            else { continue }
            builder.add("Phone/" + path, data)
        }
        try builder.bytes.write(to: URL(fileURLWithPath: zip))
        let before = try FileManager.default.contentsOfDirectory(atPath: folder)

        let source = ImportSource(path: zip, named: "Phone.zip", scratch: folder)
        let file = try source.file(ImportReading())
        let outline = try source.outline(ImportReading())

        #expect(file.kind == .items && file.rows.count == 1)
        #expect(try file.rows.row(at: 0).cells[.itemName] == "Sofa")
        #expect(try file.rows.row(at: 0).cells[.thumbnail] == picture.base64EncodedString())
        #expect(outline.columns.map(\.name).sorted() == ["itemName", "photo", "serialNumber"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before.sorted())
    }

    @Test(
        "Paths that leave the archive are refused by name, and nothing is written",
        arguments: ["../evil.sqlite", "/etc/evil", "a/../../evil", "a//b", "a\u{1B}[2J"])
    func names(path: String) throws {
        let error = try refusal { $0.add(path, Data("x".utf8)) }

        let name = path.replacingOccurrences(of: "\u{1B}", with: "\\u{1b}")
        #expect(error.contains("“\(name)”, which leads out of it"), "\(error)")
    }

    @Test("Links, wrong sizes, bombs, duplicates and unknown files are refused by name")
    func others() throws {
        let store = Data("SQLite format 3\u{0}rest".utf8)
        let link = try refusal { $0.add("store.sqlite", Data("/etc".utf8), mode: 0o120777) }
        let twice = try refusal {
            $0.add("a.sqlite", store)
            $0.add("a.sqlite", store)
        }
        let none = try refusal { $0.add("readme.txt", Data("x".utf8)) }
        let two = try refusal {
            $0.add("a.sqlite", store)
            $0.add("b/c.sqlite", store)
        }
        let bomb = try refusal(mostBytes: 1_000) { $0.add("a.sqlite", Data(count: 1_001)) }
        let damaged = try refusal { $0.add("a.sqlite", Data(count: 10), size: 1 << 20) }

        #expect(link.contains("“store.sqlite”, which is a symbolic link"), "\(link)")
        #expect(twice.contains("“a.sqlite” twice"), "\(twice)")
        #expect(none.contains("has no store in it, and no table"), "\(none)")
        #expect(two.contains("“a.sqlite”, “b/c.sqlite”; pack one"), "\(two)")
        #expect(bomb.contains("has more than 1 kB"), "\(bomb)")
        #expect(damaged.contains("damaged") || damaged.contains("says that"), "\(damaged)")
        #expect(throws: CSVFault.workbook) {
            try unpack { $0.add("[Content_Types].xml", Data("<x/>".utf8)) }
        }
        #expect(throws: CSVFault.workbook) {
            try unpack {
                $0.add("mimetype", Data("application/vnd.oasis.opendocument.spreadsheet".utf8))
                $0.add("content.xml", Data("<x/>".utf8))
            }
        }
        let tables = try refusal {
            $0.add("a.csv", Data("itemName\nSofa\n".utf8))
            $0.add("b.csv", Data("itemName\nSofa\n".utf8))
        }
        #expect(tables.contains("has 2 tables in it: “a.csv”, “b.csv”; pack one"), "\(tables)")
    }

    @Test("A table is read with the files that it names, removed with the last reference")
    func table() async throws {
        try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var builder = ZipBuilder()
        builder.add("export/items.CSV", Data("itemName,files\nSofa,a.pdf\n".utf8))
        builder.add("export/a.pdf", Data("%PDF-1.4\nxref\na receipt\nstartxref\n9\n%%EOF\n".utf8))
        builder.add("export/tags.csv", Data("name\nTools\n".utf8))
        try builder.bytes.write(to: URL(fileURLWithPath: zip))
        let source = ImportSource(path: zip, named: "Phone.zip", scratch: folder)

        func look() throws {
            let file = try source.file(ImportReading())
            let place = try #require(file.folder)
            #expect(file.kind == .items && file.rows.count == 1)
            #expect(FileManager.default.fileExists(atPath: place.path + "/a.pdf"))
        }
        try look()
        let outline = try source.outline(ImportReading())

        #expect(outline.columns.map(\.name) == ["itemName", "files"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Phone.zip"])
    }

    @Test("The number of files over the limit of an item is reported once")
    func manyFiles() async throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        defer { try? household.close() }
        let names = (1...Item.mostDocuments + 2).map { "receipt-\($0).pdf" }
        var builder = ZipBuilder()
        let table = "itemName,files\nSofa,\(names.joined(separator: "|"))\n"
        builder.add("items.csv", Data(table.utf8))
        for name in names {
            builder.add(name, Data("%PDF-1.4\nxref\n\(name)\nstartxref\n9\n%%EOF\n".utf8))
        }
        let zip = test.folder + "/many.zip"
        try builder.bytes.write(to: URL(fileURLWithPath: zip))

        let source = ImportSource(path: zip, named: "many.zip", scratch: test.folder)
        let file = try await household.makingThumbnails(of: try source.file(ImportReading()))
        let plan = try await household.plan(file)

        #expect(
            try plan.rows.outcome(at: 0).notes == [
                "2 documents left out: an item has at most 100 documents", "with 100 documents",
            ])
    }

    @Test("A truncated zip file is reported as damaged")
    func damaged() throws {
        try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var builder = ZipBuilder()
        builder.add("items.csv", Data("itemName,files\nSofa,a.pdf\n".utf8))
        let first = builder.bytes.count
        builder.add("a.pdf", Data("%PDF-1.4\nxref\na receipt\nstartxref\n9\n%%EOF\n".utf8))
        let whole = builder.bytes
        let source = ImportSource(path: zip, named: "Phone.zip", scratch: folder)

        try whole.write(to: URL(fileURLWithPath: zip))
        #expect(try source.file(ImportReading()).rows.count == 1)
        // In the table of contents, within a file, and between two, where 77 bytes followed.
        let zeros = Data([0x50, 0x4B, 0x03, 0x04]) + Data(count: 200)
        for bytes in [whole.dropLast(30), whole.prefix(60), whole.prefix(first - 77), zeros] {
            try bytes.write(to: URL(fileURLWithPath: zip))
            let error = #expect(throws: BackupError.self) { try source.file(ImportReading()) }
            #expect(error?.description.contains("is damaged or not an archive") ?? false)
        }
    }

    private func refusal(
        mostBytes: Int64 = StoreArchive.mostBytes, _ fill: (inout ZipBuilder) -> Void
    ) throws -> String {
        let error = #expect(throws: BackupError.self) { try unpack(mostBytes: mostBytes, fill) }
        return error?.description ?? ""
    }

    private func unpack(
        mostBytes: Int64 = StoreArchive.mostBytes, _ fill: (inout ZipBuilder) -> Void
    ) throws {
        try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let target = folder + "/inner/target"
        try FileManager.default.createDirectory(
            atPath: target, withIntermediateDirectories: true)
        var builder = ZipBuilder()
        fill(&builder)
        try builder.bytes.write(to: URL(fileURLWithPath: zip))
        defer {
            #expect(
                (try? FileManager.default.contentsOfDirectory(atPath: folder + "/inner")) == [
                    "target"
                ])
        }
        _ = try StoreArchive(path: zip, named: "Phone.zip", mostBytes: mostBytes)
            .unpack(into: target)
    }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }
}
