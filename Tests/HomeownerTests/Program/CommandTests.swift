import Foundation
import Testing

/// The commands of the program except `serve`, as separate processes.
@Suite(.fewAtATime)
struct CommandTests {
    private static let model = "Sources/Domain/Inventory/Inventory.xcdatamodeld"

    @Test("A valid model has no faults, as a bundle, a version or a file")
    func check() async throws {
        let version = Self.model + "/Inventory.xcdatamodel"
        for file in [Self.model, version, version + "/contents"] {
            let run = try await Program.run("model", "check", file)

            #expect(run.status == 0)
            #expect(run.output.isEmpty)
            #expect(run.errors.isEmpty)
        }
    }

    @Test("Every fault of an invalid model is reported, with its entity and property")
    func brokenModel() async throws {
        let file = try Self.brokenModel()

        let check = try await Program.run("model", "check", file.path)
        let schema = try await Program.run("model", "schema", file.path)

        #expect(check.status == 1)
        #expect(check.output.contains("Item.dateCreated"))
        #expect(check.output.contains("AssetType.items"))
        #expect(schema.status == 1)
        #expect(schema.output.isEmpty)
        #expect(schema.errors.contains("AssetType.items"))
    }

    @Test("A missing model file is named; wrong arguments end with status 2")
    func mistakes() async throws {
        let missing = try await Program.run("model", "check", "/nowhere/X.xcdatamodeld")
        let nothing = try await Program.run("model", "check")
        let unknown = try await Program.run("modle")
        let help = try await Program.run("model", "--help")

        #expect(missing.status == 1)
        #expect(missing.errors.contains("/nowhere/X.xcdatamodeld"))
        #expect(nothing.status == 2)
        #expect(unknown.status == 2)
        #expect(help.status == 0)
        #expect(help.output.contains("generate"))
    }

    @Test("An invalid Flickr key ends the start with instructions")
    func flickrKey() async throws {
        let data = NSTemporaryDirectory() + "no-key-\(UUID())"
        let run = try await Program.run(
            "serve", "--port", "0", "--data", data,
            environment: ["FLICKR_API_KEY": "no key at all"])

        #expect(run.status == 1)
        #expect(run.errors.contains("FLICKR_API_KEY is not a key of Flickr"))
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test("The schema is SQL that SQLite accepts unmodified")
    func schema() async throws {
        let run = try await Program.run("model", "schema", Self.model)

        let database = try Database(":memory:")
        try database.run(run.output)
        #expect(run.status == 0)
        let names = try database.text("SELECT group_concat(Z_NAME) FROM Z_PRIMARYKEY")
            .split(separator: ",")
        #expect(names == names.sorted())
        #expect(Set(names).isSuperset(of: ["AssetType", "Item", "Location", "Tag"]))
    }

    @Test("A rewritten model is valid and creates the same store")
    func write() async throws {
        let folder = TemporaryFolder()
        let output = folder.path + "/Inventory.xcdatamodel"

        let run = try await Program.run("model", "write", Self.model, output)

        let check = try await Program.run("model", "check", output)
        let before = try await Program.run("model", "schema", Self.model)
        let after = try await Program.run("model", "schema", output)
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(check.status == 0)
        #expect(after.output == before.output)
    }

    @Test("The generated properties are written to a folder, one file per entity")
    func generate() async throws {
        let folder = TemporaryFolder()

        let run = try await Program.run("model", "generate", Self.model, folder.path)

        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(run.status == 0)
        let names: Set = [
            "AssetType+Properties.swift", "Inventory+Model.swift", "Item+Properties.swift",
        ]
        #expect(names.isSubset(of: files))
        #expect(files.filter { !$0.hasSuffix("+Properties.swift") } == ["Inventory+Model.swift"])
        let item = try String(
            contentsOfFile: folder.path + "/Item+Properties.swift", encoding: .utf8)
        #expect(item.contains("public var valueInDollars: Int32"))
    }

    @Test("Seeding adds the requested number of items, with or without photos")
    func seed() async throws {
        let folder = TemporaryFolder()

        let plain = try await Program.run("seed", "--items", "250", "--data", folder.path)
        let pictured = try await Program.run(
            "seed", "--items", "2", "--photographs", "--data", folder.path)

        let database = try Database(folder.path + "/Homeowner.sqlite")
        #expect(plain.status == 0)
        #expect(pictured.status == 0)
        #expect(try database.text("SELECT count(*) FROM ZITEM") == "252")
        #expect(try database.text("SELECT count(DISTINCT ZORDERINGVALUE) FROM ZITEM") == "252")
        #expect(
            try database.text("SELECT count(*) FROM ZITEM WHERE ZTHUMBNAIL IS NOT NULL") == "2")
        let images = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/images")
        #expect(images.count == 2)
    }

    @Test("Seeding fills every section once, with drawn photos of places")
    func seedSections() async throws {
        let folder = TemporaryFolder()

        let first = try await Program.run("seed", "--items", "1", "--data", folder.path)
        let second = try await Program.run("seed", "--items", "1", "--data", folder.path)

        let database = try Database(folder.path + "/Homeowner.sqlite")
        #expect(
            first.output
                == "Added 1 item, 12 customers, 10 groceries, 8 photos to \(folder.path).\n")
        #expect(second.output == "Added 1 item to \(folder.path).\n")
        #expect(try database.text("SELECT count(*) FROM ZCUSTOMER") == "12")
        #expect(try database.text("SELECT count(*) FROM ZGROCERYITEM") == "10")
        #expect(try database.text("SELECT count(*) > 0 FROM ZBOOK") == "1")
        #expect(try database.text("SELECT count(*) FROM ZPHOTO WHERE ZISREAD = 1") == "8")
        #expect(
            try database.text("SELECT count(*) FROM ZPHOTO WHERE ZLATITUDE IS NOT NULL") == "8")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/photos").sorted()
                == ["Cape Town", "Kyoto", "Lisbon", "Reykjavík"])
    }

    @Test("Seeding all fills every section with valid data, and a second run adds nothing")
    func seedAll() async throws {
        let folder = TemporaryFolder()
        let seed = ["seed", "--items", "12", "--all", "--data", folder.path]

        let first = try await Program.run(seed)
        let check = try await Program.run("check", "--data", folder.path)
        let people = try await Program.run("user", "list", "--data", folder.path)
        let database = try Database(folder.path + "/Homeowner.sqlite")
        let counts = try Self.counts(in: database)
        let second = try await Program.run(seed)

        #expect(first.status == 0)
        #expect(
            first.output.hasPrefix(
                "Added 12 items, 12 customers, 10 groceries, 8 photos to \(folder.path).\nThis is a demo"
            )
        )
        #expect(check.status == 0)
        #expect(check.output == "")
        #expect(counts.filter { $0.value == "0" }.map(\.key).sorted() == [])
        #expect(people.output.split(separator: "\n").count == 3)
        #expect(second.output == "Added nothing to \(folder.path).\n")
        #expect(try Self.counts(in: database) == counts)
        #expect(try database.text("SELECT count(*) FROM ZINVOICE") == "3")
        #expect(
            try database.text("SELECT count(*) FROM ZPRODUCT WHERE ZSTOCK <= ZLOWSTOCK") == "1")
        #expect(try database.text("SELECT count(*) FROM ZLOAN WHERE ZRETURNED IS NULL") == "3")
    }

    @Test("Seeding all leaves a section with records as it is")
    func seedAllBesideRecords() async throws {
        let folder = TemporaryFolder()

        let own = try await Program.run("seed", "--items", "3", "--data", folder.path)
        let all = try await Program.run("seed", "--all", "--data", folder.path)

        let database = try Database(folder.path + "/Homeowner.sqlite")
        #expect(own.status == 0)
        #expect(all.output.hasPrefix("Added nothing to \(folder.path).\n"))
        #expect(try database.text("SELECT count(*) FROM ZITEM") == "3")
        #expect(try database.text("SELECT count(*) FROM ZLOCATION") == "0")
        #expect(try database.text("SELECT count(*) FROM ZINVOICE") == "0")
    }

    /// The number of records of each entity that a filled household has.
    private static func counts(in database: Database) throws -> [String: String] {
        let entities = [
            "AssetType", "Book", "BookCategory", "CareRecord", "CareTask", "ClosedDay", "Customer",
            "CustomerAddress", "CustomerTag", "Document", "GroceryItem", "InboxPhoto", "Invoice",
            "Item", "ItemField", "ItemFieldValue", "ItemPhoto", "ItemView", "Loan", "Location",
            "Page", "Payment", "PaymentKind", "Photo", "Place", "Product", "ProductCategory",
            "Quote", "QuoteLine", "Sale", "SaleLine", "ShopProfile", "StockEntry", "Tag", "TaxRate",
            "ValueRecord",
        ]
        return Dictionary(
            uniqueKeysWithValues: try entities.map {
                ($0, try database.text("SELECT count(*) FROM Z\($0.uppercased())"))
            })
    }

    @Test("Zero items, or too many, are refused", arguments: ["0", "-1", "x", "99999999"])
    func seedMistakes(count: String) async throws {
        let run = try await Program.run("seed", "--items=\(count)", "--data", "/nowhere")

        #expect(run.status == 2)
    }

    /// The inventory's model with two faults.
    private static func brokenModel() throws -> TemporaryFile {
        let contents = try String(
            contentsOf: Program.package.appendingPathComponent(
                model + "/Inventory.xcdatamodel/contents"), encoding: .utf8)
        let file = try TemporaryFile()
        try contents.replacingOccurrences(
            of: "attributeType=\"Date\"", with: "attributeType=\"Dat\""
        )
        .replacingOccurrences(of: "destinationEntity=\"Item\"", with: "destinationEntity=\"Itm\"")
        .write(toFile: file.path, atomically: false, encoding: .utf8)
        return file
    }
}
