import Drawing
import Foundation
import Imaging
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("Imports of stores")
struct StoreImportTests {
    @Test("An iPhone’s inventory is imported with order, types, dates and pictures, once")
    func inventory() async throws {
        let phone = try Phone()
        let household = try TestHousehold()

        let file = try ImportFile(storeAt: phone.store, named: "store.data")
        let plan = try await household.household.plan(file)
        let record = try await household.importing(file).record
        let again = try await household.household.plan(file)

        #expect(file.kind == .items && file.format == .store)
        #expect(file.ignoredColumns == ["colour"])
        #expect(plan.counts.new == 2 && plan.isApplicable)
        // The spork has no picture, which needs no message.
        #expect(try plan.rows.outcome(at: 0).notes.last == "with its picture")
        #expect(try plan.rows.outcome(at: 1).notes == [])
        #expect(try household.names() == ["Shiny Mac", "Rusty Spork"])
        #expect(again.counts.unchanged == 2)
        let photo = try await household.household.container.read { context in
            let mac = try #require(try Item.find(phone.key, in: context))
            #expect(mac.serialNumber == "4F2A")
            #expect(mac.valueInDollars == 1_500)
            #expect(mac.assetType?.label == "Computers")
            #expect(mac.dateCreated == Date(timeIntervalSinceReferenceDate: 426_000_000))
            #expect(mac.thumbnail == phone.picture)
            return try #require(mac.photos.first?.key)
        }
        let path = try #require(household.household.itemImages.path(of: photo))
        #expect(FileManager.default.contents(atPath: path) == phone.picture)

        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try household.names() == [])
        #expect(household.household.itemImages.path(of: photo) == nil)
    }

    @Test(
        "A full photo is imported with a new thumbnail, and an invalid one is left out")
    func photographs() async throws {
        let jpeg = try DrawnPicture(subject: .sofa, seed: 2, width: 900, height: 600).encoded(
            as: .jpeg)
        let png = try DrawnPicture(subject: .sofa, seed: 2, width: 64, height: 64).encoded(
            as: .png)
        for (picture, isOne) in [
            (jpeg, true), (Data("no picture".utf8), false), (jpeg.prefix(jpeg.count / 2), false),
            // A small picture needs no thumbnail, so nothing else would notice.
            (png.prefix(png.count / 2), false), (png.prefix(60), false),
        ] {
            let phone = try Phone(picture: picture)
            let household = try TestHousehold()

            let file = try await household.household.makingThumbnails(
                of: ImportFile(storeAt: phone.store, named: "store.data"))
            let plan = try await household.household.plan(file)
            try await household.importing(file)

            #expect(
                try plan.rows.outcome(at: 0).notes.last
                    == (isOne
                        ? "with its picture" : "its picture cannot be opened, and is left out"))
            #expect(try plan.rows.outcome(at: 1).notes == [])
            let (thumbnail, photo) = try await household.household.container.read { context in
                let item = try #require(try Item.find(phone.key, in: context))
                return (item.thumbnail, item.photos.first?.key)
            }
            let path = photo.flatMap(household.household.itemImages.path)
            #expect(
                path.flatMap { FileManager.default.contents(atPath: $0) } == (isOne ? picture : nil)
            )
            #expect(try thumbnail.map { try FileKind.of($0).pictureFormat } == (isOne ? .png : nil))
            #expect(try household.household.importRecords().count == 1)
        }
    }

    @Test("A renamed attribute is imported where a person maps it")
    func renaming() throws {
        let phone = try Phone()
        var reading = ImportReading()
        reading.mapping = try ColumnMapping(
            "itemName =\ncolour = itemName\nserialNumber = notes\nthumbnail = valueInDollars")

        let file = try ImportFile(storeAt: phone.store, named: "x", reading: reading)
        let outline = try ImportOutline(storeAt: phone.store, reading: reading)

        #expect(file.ignoredColumns == ["itemName", "thumbnail"])
        #expect(file.columns.contains(.itemName) && !file.columns.contains(.serialNumber))
        #expect(try file.rows.row(at: 0).cells[.notes] == "serialNumber: 4F2A")
        #expect(outline.entity == "BNRItem" && outline.entities == ["BNRAssetType", "BNRItem"])
        #expect(outline.columns.first { $0.name == "colour" }?.column == .itemName)
        #expect(outline.columns.first { $0.name == "itemName" }?.column == nil)
        reading.mapping = try ColumnMapping("Nope = notes")
        let fault = #expect(throws: ImportFault.self) {
            try ImportFile(storeAt: phone.store, named: "x", reading: reading)
        }
        #expect(fault?.description.hasPrefix("There is no column “Nope”.") == true)
    }

    @Test("Records of an entity with another name are imported where a person maps it")
    func entity() async throws {
        let phone = try Phone()
        let household = try TestHousehold()
        var reading = ImportReading()
        reading.entity = "BNRAssetType"

        let fault = #expect(throws: ImportFault.self) {
            try ImportFile(storeAt: phone.store, named: "x", reading: reading)
        }
        reading.mapping = try ColumnMapping("label = itemName")
        let file = try ImportFile(storeAt: phone.store, named: "x", reading: reading)
        try await household.importing(file)

        #expect(fault == .missingColumn(.items))
        #expect(try household.names() == ["Computers"])
    }

    @Test("Another household’s sales are imported as lines, and its items as items")
    func ownStore() async throws {
        let old = try TestHousehold()
        try old.addCustomer("Ann", emailid: "ann@example.com", [.line("Mug", 2, "1.50")])
        try old.add(["Sofa", "Lamp"])
        let folder = old.directory.path + "/copy"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let copy = try StoreFileSet(path: old.directory.store).copy(to: folder)
        let new = try TestHousehold()

        var reading = ImportReading()
        reading.kind = .lines
        let lines = try ImportFile(storeAt: copy, named: "old", reading: reading)
        let items = try ImportFile(storeAt: copy, named: "old")
        try await new.importing(lines)
        let plan = try await new.household.plan(items)
        try await new.importing(items)
        reading.kind = .customers
        #expect(throws: ImportFault.notOfStores(.customers)) {
            try ImportFile(storeAt: copy, named: "old", reading: reading)
        }

        #expect(plan.warnings.count == 1)
        for text in ["not imported", "Customer (1)", "SaleLine (1)", "as lines"] {
            #expect(plan.warnings.first?.contains(text) == true, "\(plan.warnings)")
        }
        #expect(try new.contents() == old.contents())
        #expect(try new.names() == ["Sofa", "Lamp"])
        #expect(try await new.household.plan(lines).counts.unchanged == lines.rows.count)
        #expect(try await new.household.plan(items).counts.unchanged == 2)
    }

    @Test("A store without an inventory, and a file that is not a store, are refused by name")
    func refusals() async throws {
        let phone = try Phone(entity: "Mood")
        let text = phone.folder + "/notes.txt"
        try Data("no store, and longer than a header".utf8).write(
            to: URL(fileURLWithPath: text))

        #expect(throws: ImportFault.noKnownEntity(names: ["BNRAssetType", "Mood"])) {
            try ImportFile(storeAt: phone.store, named: "x")
        }
        #expect(throws: (any Error).self) { try ImportFile(storeAt: text, named: "x") }
        #expect(try !ImportFile.isStore(text))
        #expect(try ImportFile.isStore(phone.store))
    }
}

/// The store of an inventory app, as on a phone.
private final class Phone: Sendable {
    let folder = NSTemporaryDirectory() + "phone-\(UUID().uuidString)"
    let key = UUID()
    let picture: Data
    var store: String { folder + "/store.data" }

    /// - Parameters:
    ///   - entity: the entity of the items; with any other name it has no attributes of items.
    ///   - photo: the picture of an item; nil for a thumbnail.
    init(entity: String = "BNRItem", picture photo: Data? = nil) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let drawn = DrawnPicture(subject: .sofa, seed: 1, width: 64, height: 64)
        picture = try photo ?? drawn.encoded(as: .png)
        let container = try PersistentContainer(
            model: Self.model(entity), classes: [], store: .sqlite(path: store),
            transformers: ["BNRImageTransformer": ImageTransformer()])
        if entity == "BNRItem" {
            try container.write { context in
                let type = try ManagedObject(entityName: "BNRAssetType", context: context)
                try type.setValue("Computers", forKey: "label")
                let spork = try ManagedObject(entityName: entity, context: context)
                try Self.fill(spork, "Rusty Spork", 2)
                let mac = try ManagedObject(entityName: entity, context: context)
                try Self.fill(mac, "Shiny Mac", 1)
                try mac.setValue("4F2A", forKey: "serialNumber")
                try mac.setValue(1_500, forKey: "valueInDollars")
                try mac.setValue(key.uuidString, forKey: "itemKey")
                try mac.setValue(picture, forKey: "thumbnail")
                try mac.setValue(type, forKey: "assetType")
                try context.save()
            }
        }
        try container.close()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func fill(_ item: ManagedObject, _ name: String, _ place: Double) throws {
        try item.setValue(name, forKey: "itemName")
        try item.setValue(place, forKey: "orderingValue")
        try item.setValue(
            Date(timeIntervalSinceReferenceDate: 426_000_000), forKey: "dateCreated")
    }

    private static func model(_ name: String) -> ManagedObjectModel {
        var type = EntityDescription("BNRAssetType")
        type.attributes = [optional("label", .string)]
        type.relationships = [.init(toMany: "items", name, inverse: "assetType")]
        var item = EntityDescription(name)
        var thumbnail = optional("thumbnail", .transformable)
        thumbnail.valueTransformerName = "BNRImageTransformer"
        item.attributes =
            name == "BNRItem"
            ? [
                optional("itemName", .string), optional("serialNumber", .string),
                optional("valueInDollars", .integer32), optional("itemKey", .string),
                optional("orderingValue", .double), optional("dateCreated", .date),
                optional("colour", .string), thumbnail,
            ] : [optional("date", .date)]
        item.relationships = [.init(toOne: "assetType", "BNRAssetType", inverse: "items")]
        type.relationships[0].isOptional = true
        item.relationships[0].isOptional = true
        return ManagedObjectModel(entities: [type, item])
    }

    private static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }
}
