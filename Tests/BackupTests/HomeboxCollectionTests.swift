import Domain
import Drawing
import Foundation
import Imaging
import Persistence
import Testing

@testable import Backup

@Suite("Collections that Homebox exports")
struct HomeboxCollectionTests {
    private static let drill = "11111111-0000-4000-8000-000000000001"
    private static let manual = "22222222-0000-4000-8000-000000000001"
    private static let photo = "22222222-0000-4000-8000-000000000002"
    private static let primary = "22222222-0000-4000-8000-000000000003"
    private static let driver = "22222222-0000-4000-8000-000000000004"

    /// The tables of a collection, as Homebox writes them.
    private static let tables = [
        "manifest": #"{"schemaVersion":1,"exportedAt":"2026-05-01T10:00:00Z","counts":{}}"#,
        "entity_types": """
        [{"id":"t1","name":"Item","is_location":false},{"id":"t2","name":"Location","is_location":true},
        {"id":"t3","name":"Tool","is_location":0}]
        """,
        "tags": #"[{"id":"g1","name":"tools"},{"id":"g2","name":"loud"}]"#,
        "entities": """
        [{"id":"l1","name":"House","entity_type_entities":"t2","entity_children":null},
        {"id":"l2","name":"Attic / left","entity_type_entities":"t2","entity_children":"l1"},
        {"id":"11111111-0000-4000-8000-000000000002","name":"Case","entity_type_entities":"t1",
        "entity_children":"l2","quantity":1,"asset_id":7,"lifetime_warranty":true,
        "warranty_expires":"0001-01-01T00:00:00Z","purchase_price":0,"created_at":"2024-01-02T03:04:05.678Z"},
        {"id":"\(drill)","name":"Drill","description":"Two speeds","notes":"=1+1",
        "entity_type_entities":"t3","entity_children":"11111111-0000-4000-8000-000000000002",
        "quantity":2,"serial_number":"S-1","manufacturer":"Makita","model_number":"D-1",
        "purchase_price":89.5,"purchase_date":"2024-05-01T00:00:00Z","purchase_from":"Shop",
        "warranty_expires":"2027-05-01T00:00:00Z","insured":true,"archived":false,"asset_id":0,
        "sold_price":0,"sold_date":"0001-01-01T00:00:00Z"}]
        """,
        "entity_fields": """
        [{"id":"f1","name":"Watts","type":"number","number_value":750,"entity_fields":"\(drill)"},
        {"id":"f2","name":"Loud","type":"boolean","boolean_value":true,"entity_fields":"\(drill)"},
        {"id":"f3","name":"Colour","type":"text","text_value":"green, \\"dark\\"","entity_fields":"\(drill)"}]
        """,
        "maintenance_entries": """
        [{"id":"m1","entity_id":"\(drill)","name":"Oil","description":"With care","cost":12.5,
        "date":"2025-05-01T00:00:00Z","scheduled_date":"0001-01-01T00:00:00Z"},
        {"id":"m2","entity_id":"\(drill)","name":"Oil","cost":0,
        "date":"0001-01-01T00:00:00Z","scheduled_date":"2027-01-05T00:00:00Z"}]
        """,
        "attachments": """
        [{"id":"\(manual)","type":"manual","primary":false,"title":"Manual.pdf","entity_attachments":"\(drill)",
        "created_at":"2024-05-01T00:00:00Z"},
        {"id":"\(photo)","type":"photo","primary":false,"title":"b.jpg","entity_attachments":"\(drill)",
        "created_at":"2024-05-01T00:00:00Z"},
        {"id":"\(primary)","type":"photo","primary":true,"title":"a.jpg","entity_attachments":"\(drill)",
        "created_at":"2024-05-02T00:00:00Z"},
        {"id":"\(driver)","type":"attachment","primary":false,"title":"driver.txt",
        "entity_attachments":"\(drill)","created_at":"2024-05-03T00:00:00Z"},
        {"id":"22222222-0000-4000-8000-000000000009","type":"thumbnail","title":"small"},
        {"id":"22222222-0000-4000-8000-000000000005","type":"attachment","title":"Shop",
        "path":"https://example.com/drill","entity_attachments":"\(drill)"}]
        """,
        "tag_entities": """
        [{"tag_id":"g1","entity_id":"\(drill)"},{"tag_id":"g2","entity_id":"\(drill)"}]
        """,
    ]

    @Test(
        "A damaged table in it is refused by name",
        arguments: [("entities", "[{"), ("entities", "{}"), ("tags", "[1]"), ("attachments", "")])
    func broken(table: String, text: String) throws {
        let test = try TestBackup(items: 0)
        var builder = ZipBuilder()
        for (name, whole) in Self.tables.sorted(by: { $0.key < $1.key }) {
            builder.add(name + ".json", Data((name == table ? text : whole).utf8))
        }
        let zip = test.folder + "/homebox.zip"
        try builder.bytes.write(to: URL(fileURLWithPath: zip))
        let source = ImportSource(path: zip, named: "homebox.zip", scratch: test.folder)

        #expect(throws: ImportFault.noCollection(name: table + ".json")) {
            try source.file(ImportReading())
        }
    }

    private static func picture(_ seed: Int) throws -> Data {
        try DrawnPicture(subject: .sofa, seed: seed, width: 640, height: 480).encoded(as: .jpeg)
    }

    @Test(
        "Locations, tags, fields, maintenance and files are imported once, and the rest is named"
    )
    func whole() async throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        var builder = ZipBuilder()
        for (name, text) in Self.tables.sorted(by: { $0.key < $1.key }) {
            builder.add(name + ".json", Data(text.utf8))
        }
        builder.add(
            "attachments/\(Self.manual)",
            Data("%PDF-1.4\nxref\na manual\nstartxref\n9\n%%EOF\n".utf8))
        builder.add("attachments/\(Self.photo)", try Self.picture(1))
        builder.add("attachments/\(Self.primary)", try Self.picture(2))
        builder.add("attachments/\(Self.driver)", Data("some words, nothing else".utf8))
        let zip = test.folder + "/homebox.zip"
        try builder.bytes.write(to: URL(fileURLWithPath: zip))

        func read() async throws -> (ImportFile, ImportPlan) {
            let file = try await household.makingThumbnails(
                of: try ImportSource(path: zip, named: "homebox.zip", scratch: test.folder)
                    .file(ImportReading()))
            return (file, try await household.plan(file))
        }
        let (file, plan) = try await read()
        let token = try household.imports.keep(file)
        guard
            case .done = try await household.confirmImport(token, digest: plan.digest)
        else {
            Issue.record("It was not imported: \(try plan.rows.outcomes(0..<plan.rows.count))")
            return
        }
        let (_, again) = try await read()

        let notes = try plan.rows.outcome(at: 1).notes
        #expect(notes.contains { $0.hasPrefix("“driver.txt” is left out: it is ") }, "\(notes)")
        #expect(notes.contains("with 2 photos and 1 document"), "\(notes)")
        let rows = try again.rows.outcomes(0..<again.rows.count)
        #expect(again.counts.unchanged == 2, "\(rows)")
        let (texts, keys) = try await household.container.read { context in
            let drill = try #require(try Item.named(Self.drill, in: context).first)
            let box = try #require(drill.container)
            let tree = try LocationTree(in: context)
            let location = try #require(drill.location?.objectID.recordNumber)
            let fields = drill.fieldValues.map {
                "\($0.field?.name ?? "") \($0.field?.kind ?? "") \($0.text ?? "")"
            }
            let documents = drill.listedDocuments.map { "\($0.kind ?? "") \($0.name ?? "")" }
            let texts: [String?] = [
                tree.pathText(to: location), box.itemName, box.warranty?.text,
                box.itemNumber.description, box.dateCreated?.timeIntervalSince1970.description,
                drill.assetType?.label, drill.tagLabels.map(\.name).joined(separator: "+"),
                drill.warranty?.text, drill.quantity.description,
                drill.purchasePrice?.description, drill.notes,
                fields.sorted().joined(separator: "; "),
                try CareEntry.text(CareEntry.all(of: drill)), documents.joined(separator: "; "),
            ]
            return (texts, drill.listedPhotos.compactMap(\.key))
        }
        #expect(
            texts == [
                "House › Attic - left", "Case", "for life", "7", "1704164645.0", "Tool",
                "loud+tools", "2027-05-01", "2", "89.5",
                """
                =1+1
                Description: Two speeds
                Insured: true
                Attachments: Shop https://example.com/drill
                """,
                "Colour text green, \"dark\"; Loud flag yes; Watts number 750",
                """
                [{"done":[{"cost":"12.50","date":"2025-05-01","notes":"With care"}],\
                "due":"2027-01-05","title":"Oil"}]
                """,
                "manual Manual.pdf",
            ])
        let files = try keys.map { key in
            try #require(household.itemImages.path(of: key).flatMap(FileManager.default.contents))
        }
        #expect(try files == [Self.picture(2), Self.picture(1)])
        // The rest of the stored file is deleted too.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: test.directory.imports)
                .filter { $0.hasSuffix(".files") }.count == 1)
        try household.close()
        #expect(try HouseholdCheck(test.directory).run().faults.isEmpty)
    }
}
