import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("The upgrade to records for first photos")
struct FirstPhotosTests {
    /// A store of the version before, with files of the originals.
    final class FormerHousehold: Sendable {
        let directory: DataDirectory
        /// The keys of the items with photos.
        let keys: [UUID]

        /// - Parameter count: the number of items with a photo, of which the first has two more.
        init(_ count: Int = 3) throws {
            directory = DataDirectory(path: NSTemporaryDirectory() + "former-\(UUID())")
            keys = (0..<count).map { _ in UUID() }
            try directory.create()
            try Self.fill(directory, keys)
        }

        deinit { try? FileManager.default.removeItem(atPath: directory.path) }

        static var model: ManagedObjectModel {
            get throws {
                let inventory = try ManagedObjectModel(
                    contentsOf: ModelFolder.file("Inventory"), version: "Inventory 10"
                ).entities
                let names = Set(inventory.map(\.name))
                var entities = try Household.model().entities.filter { !names.contains($0.name) }
                entities += inventory
                for index in entities.indices {
                    entities[index].managedObjectClassName = "ManagedObject"
                }
                return ManagedObjectModel(entities: entities)
            }
        }

        private static func fill(_ directory: DataDirectory, _ keys: [UUID]) throws {
            let container = try PersistentContainer(
                model: model, classes: [], store: .sqlite(path: directory.store),
                transformers: [ImageTransformer.name: ImageTransformer()])
            try container.write { context in
                for (index, key) in ([nil] + keys.map(Optional.some)).enumerated() {
                    let item = try ManagedObject(entityName: "Item", context: context)
                    try item.setValue("Thing \(index)", forKey: "itemName")
                    try item.setValue(key ?? UUID(), forKey: "itemKey")
                    try item.setValue(CalendarDay.test.date, forKey: "dateCreated")
                    try item.setValue(Double(index), forKey: "orderingValue")
                    guard let key else { continue }
                    try item.setValue(Data(key.uuidString.utf8), forKey: "thumbnail")
                    try item.setValue(
                        Date(timeIntervalSince1970: Double(index)), forKey: "captureDate")
                    try put(key, directory)
                    guard key == keys.first else { continue }
                    for caption in ["back", "plate"] {
                        let photo = try ManagedObject(entityName: "ItemPhoto", context: context)
                        let further = UUID()
                        try photo.setValue(further, forKey: "key")
                        try photo.setValue(caption, forKey: "caption")
                        try photo.setValue(Data(caption.utf8), forKey: "thumbnail")
                        try photo.setValue(CalendarDay.test.date, forKey: "addedAt")
                        try photo.setValue(item, forKey: "item")
                        try put(further, directory)
                    }
                    try item.setValue(CalendarDay.test.date, forKey: "trashedDate")
                }
                try context.save()
            }
            try container.close()
        }

        private static func put(_ key: UUID, _ directory: DataDirectory) throws {
            try Data(key.uuidString.utf8).write(
                to: URL(fileURLWithPath: "\(directory.images)/\(key.uuidString)"))
        }

        func fileNames() throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: directory.images))
        }
    }

    /// Opens the household, and compares all photos, files and versions with the former ones.
    private static func expectUpgrade(_ former: FormerHousehold) async throws {
        let files = try former.fileNames()
        let household = try Household(directory: former.directory)
        let sweep = try await household.sweep()
        #expect(sweep.isEmpty)
        #expect(try former.fileNames() == files)
        try await household.container.read { context in
            let items = try context.fetch(
                FetchRequest<Item>(sortBy: [SortDescriptor(\.orderingValue)]))
            #expect(items.count == former.keys.count + 1)
            #expect(items.first?.photos.isEmpty == true)
            for (index, item) in items.enumerated().dropFirst() {
                let photo = try #require(item.photos.first)
                #expect(photo.key == item.key)
                #expect(photo.thumbnail == item.thumbnail)
                #expect(photo.captureDate == Date(timeIntervalSince1970: Double(index)))
                #expect(photo.addedAt == item.dateCreated && photo.trashedDate == nil)
                let others = item.photos.dropFirst().map(\.caption)
                #expect(others == (index == 1 ? ["back", "plate"] : []))
            }
        }
        #expect(try Item.withWrongCover(in: household.container).isEmpty)
        try household.close()
        #expect(try StoreCheck.faults(path: former.directory.store) == [])
        #expect(try isUpgraded(former))
    }

    private static func isUpgraded(_ former: FormerHousehold) throws -> Bool {
        FirstPhotos.areRecords(
            in: try PersistentStoreCoordinator.storedModel(at: .file(former.directory.store)))
    }

    @Test("Each first photo becomes a record with the key of its item, and no file moves")
    func upgrade() async throws {
        let former = try FormerHousehold()

        try await Self.expectUpgrade(former)
        // A second start finds nothing to do.
        try await Self.expectUpgrade(former)
    }

    @Test("Many items are upgraded in batches, and their versions stay")
    func many() async throws {
        let former = try FormerHousehold(1_100)

        try await Self.expectUpgrade(former)

        let household = try Household(directory: former.directory)
        try await household.container.read { context in
            let photos = try context.fetch(
                FetchRequest<ItemPhoto>(sortBy: [SortDescriptor(\.captureDate)]))
            #expect(photos.count == 1_102)
            #expect(photos.allSatisfy { $0.rowVersion == 1 })
        }
        try household.close()
    }

    @Test("A program of the version before refuses the upgraded store")
    func olderProgram() async throws {
        let former = try FormerHousehold()
        try Household(directory: former.directory).close()
        let known = try FormerHousehold.model

        let stored = try PersistentStoreCoordinator.storedModel(at: .file(former.directory.store))

        // That is how it recognizes a newer store, compared with all versions that it knows.
        #expect(
            Household.unknownProperties(of: stored, besides: [known])
                == ["ItemNumbering.photosAreRecords"])
        #expect(throws: PersistenceError.self) {
            var store = StoreDescription.sqlite(path: former.directory.store)
            store.shouldMigrateStoreAutomatically = false
            try PersistentContainer(
                model: known, classes: [], store: store,
                transformers: [ImageTransformer.name: ImageTransformer()]
            ).close()
        }
    }

    @Test("A program killed at any moment leaves one of the stores; the next one completes it")
    func killed() async throws {
        let clock = ContinuousClock()
        let whole = try clock.measure {
            try Household(directory: FormerHousehold(450).directory).close()
        }
        let moments = 6
        var versions: Set<Bool> = []
        for moment in 0...moments {
            let former = try FormerHousehold(450)
            let path = former.directory.path
            // The last time when it is done, however long that takes.
            let micros =
                moment == moments ? nil : Int(whole / .microseconds(1)) * moment / (moments - 1)

            await #expect(processExitsWith: .signal(SIGKILL), "\(moment)") {
                [path = path as String, micros = micros as Int?] in
                if let micros {
                    Thread.detachNewThread {
                        usleep(useconds_t(micros))
                        kill(getpid(), SIGKILL)
                    }
                }
                _ = try Household(directory: DataDirectory(path: path))
                if micros == nil { kill(getpid(), SIGKILL) }
                while true { sleep(1) }
            }

            versions.insert(try Self.isUpgraded(former))
            try await Self.expectUpgrade(former)
        }
        #expect(versions == [false, true])
    }
}
