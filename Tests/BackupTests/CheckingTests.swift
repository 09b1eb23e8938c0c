import Dispatch
import Drawing
import Foundation
import Imaging
import Persistence
import Synchronization
import Testing

@testable import Backup
@testable import Domain

@Suite("Checking a household")
struct CheckingTests {
    private static func faults(_ test: TestBackup) throws -> [String] {
        try HouseholdCheck(test.directory).run().faults.map(\.description)
    }

    @Test("A valid household has no faults, even while it is in use")
    func sound() throws {
        let test = try TestBackup()
        #expect(try Self.faults(test) == [])
        let household = try Household(directory: test.directory)

        let findings = try HouseholdCheck(test.directory).run()

        #expect(findings.faults.isEmpty)
        #expect(findings.comparedCount == 3)
        #expect(findings.unknownCount == 0)
        try household.close()
    }

    @Test("Cached totals of customers are compared with the sales, and can be recomputed")
    func customers() async throws {
        let test = try TestBackup()
        let household = try Household(directory: test.directory)
        let day = CalendarDay(Date(timeIntervalSince1970: 1_795_219_200))
        try await household.container.write { context in
            for name in ["Ann", "Bob"] {
                _ = try Customer.add(
                    named: name, contactno: "+49 170 1234567",
                    firstSale: SaleDraft(
                        day: day, lines: [SaleDraft.Line(.productNamed("Mug"), unitPrice: 3)]),
                    in: context)
            }
            try household.save(context)
            #expect(try Customer.withOutdatedValues(in: context).isEmpty)
            // As another program writes it.
            for (name, key, value) in [
                ("Ann", "salesCents", AttributeValue.integer(5)),
                ("Bob", "contactDigits", .string("1")),
            ] {
                var update = BatchUpdateRequest(entityName: "Customer")
                update.predicate = .key("name") == name
                update.propertiesToUpdate = [key: .constant(value)]
                _ = try context.execute(update)
            }
        }

        let findings = try HouseholdCheck(test.directory).run()
        #expect(
            findings.faults.map(\.description)
                == ["Ann", "Bob"].enumerated().map { index, name in
                    "What is stored for the search and the sums of the customer “\(name)” (\(index + 1)) "
                        + "is out of date."
                })
        let lines = try await HouseholdRepair(household).run(findings)
        #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("Updated the figures of “") })
        try household.close()

        #expect(try Self.faults(test) == [])
    }

    @Test("Faults are checked twice: a picture that is being saved is not a fault")
    func beingSaved() throws {
        let test = try TestBackup()
        let household = try Household(directory: test.directory)
        let key = try household.container.read { context in
            try #require(try context.fetch(FetchRequest<Item>()).first).key
        }
        let damaged = try #require(household.itemImages.path(of: key))
        let sound = try Data(contentsOf: URL(fileURLWithPath: damaged))
        try Data("half".utf8).write(to: URL(fileURLWithPath: damaged))
        let orphan = "\(test.directory.images)/\(UUID().uuidString)"
        try Data("?".utf8).write(to: URL(fileURLWithPath: orphan))
        let favorite = test.directory.favorites + "/12"
        try Data("?".utf8).write(to: URL(fileURLWithPath: favorite))
        let looks = Mutex(0)
        var check = HouseholdCheck(test.directory)
        check.willLookAgain = {
            looks.withLock { $0 += 1 }
            try sound.write(to: URL(fileURLWithPath: damaged))
            try FileManager.default.removeItem(atPath: orphan)
            try FileManager.default.removeItem(atPath: favorite)
        }

        let findings = try check.run()
        try household.close()

        #expect(looks.withLock(\.self) == 1)
        #expect(findings.faults == [])
        #expect(findings.comparedCount == 5)
    }

    @Test("The second check waits until no picture is between its file and its record")
    func turn() async throws {
        let test = try TestBackup(items: 1)
        let household = try Household(directory: test.directory)

        let faults = try await Self.onThread {
            let file = household.directory.incoming + "/new"
            try TestBackup.picture("new").write(to: URL(fileURLWithPath: file))
            let key = try household.container.read { context in
                try #require(try context.fetch(FetchRequest<Item>()).first).key
            }
            let other = UUID()
            let (looked, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let outcome = Mutex<Result<[HouseholdFault], any Error>>(.success([]))
            // The file exists before its record until the check has found it.
            try household.itemImages.add([(other, file, nil)]) {
                Thread.detachNewThread {
                    outcome.withLock { outcome in
                        outcome = Result {
                            var check = HouseholdCheck(test.directory)
                            check.willLookAgain = { looked.signal() }
                            return try check.run().faults
                        }
                    }
                    // The other threads need not wait, whatever the result.
                    looked.signal()
                    ended.signal()
                }
                looked.wait()
                try household.container.write { context in
                    let item = try Item.find(key, in: context)
                    item?.addPhoto(
                        TestBackup.thumbnail, captureDate: nil, at: Date(), in: context
                    ).photo.key = other
                    try household.save(context)
                }
            }
            ended.wait()
            return try outcome.withLock { try $0.get() }
        }
        try household.close()

        #expect(faults == [])
    }

    /// Runs blocking work on a separate thread.
    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    @Test("A disk without space for a copy of the store is named, with its free space")
    func space() throws {
        let test = try TestBackup()
        var check = HouseholdCheck(test.directory)
        // No disk has as much space.
        check.minimumFreeBytes = 1 << 60

        let faults = try check.run().faults.map(\.description)

        #expect(faults.count == 1)
        #expect(faults[0].hasPrefix("The disk of \(test.directory.path) has "))
        #expect(faults[0].contains(" left; a copy of the store alone takes "))
    }

    @Test("A picture with one flipped bit is named")
    func damagedPicture() throws {
        let test = try TestBackup()
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: test.directory.images).first)
        let path = "\(test.directory.images)/\(name)"
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[1_000] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))

        let faults = try Self.faults(test)

        #expect(faults.count == 1)
        #expect(faults[0].contains("(images/\(name)) is damaged"))
    }

    @Test("A replaced picture has no faults")
    func replacedPicture() throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let key = try TestBackup.addItem("Lamp", to: household)
        let file = household.directory.incoming + "/new"
        try TestBackup.picture("other").write(to: URL(fileURLWithPath: file))
        try household.container.write { context in
            let item = try #require(try Item.find(key, in: context))
            item.photos.first?.trashedDate = Date()
            let added = item.addPhoto(
                TestBackup.thumbnail, captureDate: nil, isFirst: true, at: Date(), in: context)
            try household.save(context, adding: [(added.key, file, nil)])
        }
        try household.close()

        #expect(try Self.faults(test) == [])
    }

    @Test("Products of an old store that share a number are named, and both stay")
    func sharedNumbers() throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        try household.container.write { context in
            for (name, barcode) in [
                ("Milk", "476587231456"), ("Milk, 1 l", "0476587231456"), ("Jam", "96385074"),
                ("Tea", "V-1"), ("Salt", "V-2"),
            ] {
                let product = Product(context: context)
                (product.name, product.price, product.barcode) = (name, 1, barcode)
            }
            try household.save(context)
        }

        let faults = try Self.faults(test)

        #expect(
            faults == [
                "The products “Milk” (476587231456) and “Milk, 1 l” (0476587231456) share a number, "
                    + "so a scan cannot tell them apart. Change or remove it in one of them."
            ])
        let count = try household.container.read { try $0.count(for: FetchRequest<Product>()) }
        #expect(count == 5)
        try household.close()
    }

    @Test("Items whose derived values differ are named, and a repair recomputes them")
    func figures() async throws {
        let test = try TestBackup(items: 1)
        let household = try Household(directory: test.directory)
        try await household.container.write { context in
            var request = BatchUpdateRequest(entityName: "Item")
            request.propertiesToUpdate = ["totalValueCents": .value(5), "hasPhoto": .value(false)]
            _ = try context.execute(request)
        }

        let findings = try HouseholdCheck(test.directory).run()
        let lines = try await HouseholdRepair(household).run(findings)
        let left = try Self.faults(test)
        try household.close()

        #expect(findings.faults.count == 1)
        #expect(
            findings.faults.first?.description.hasSuffix(
                "has a stored value for lists and totals that is out of date.") == true)
        #expect(lines.count == 1)
        #expect(left == [])
    }

    @Test("An album stored with favorites that it lacks is named, and a repair corrects it")
    func favorites() async throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        try await household.container.write { context in
            let place = Place(context: context)
            (place.name, place.source, place.sourceID) = ("Rome", "folder", "Rome")
            place.hasFavorites = true
            try household.save(context)
        }

        let findings = try HouseholdCheck(test.directory).run()
        let lines = try await HouseholdRepair(household).run(findings)
        let left = try Self.faults(test)
        try household.close()

        #expect(
            findings.faults.map(\.description) == [
                "The album “Rome” is stored as having favorites or none, unlike its photos."
            ])
        #expect(lines == ["Updated whether the album 1 has favorites."])
        #expect(left == [])
    }

    @Test("An item whose thumbnail differs from its first photo is named, and a repair copies it")
    func covers() async throws {
        let test = try TestBackup(items: 2)
        let household = try Household(directory: test.directory)
        try await household.container.write { context in
            try context.fetch(FetchRequest<Item>()).first?.thumbnail = Data("other".utf8)
            try household.save(context)
        }

        let findings = try HouseholdCheck(test.directory).run()
        let lines = try await HouseholdRepair(household).run(findings)
        try household.close()

        #expect(findings.faults.count == 1)
        #expect(
            findings.faults.first?.description.hasSuffix(
                "in lists is not that of its first photo.") == true)
        #expect(lines.count == 1)
        #expect(try Self.faults(test) == [])
    }

    @Test("Missing and orphaned files are named, and a repair moves the latter aside")
    func repair() async throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let keys = try ["Gone", "Thumb", "Fine"].map { try TestBackup.addItem($0, to: household) }
        let picture = try DrawnPicture(subject: .vase, width: 400, height: 300).encoded(as: .jpeg)
        let file = household.directory.incoming + "/real"
        try picture.write(to: URL(fileURLWithPath: file))
        let real = try await household.container.write { context in
            let item = try #require(try Item.find(keys[1], in: context))
            for photo in item.photos { context.delete(photo) }
            let added = item.addPhoto(
                Data("no picture".utf8), captureDate: nil, at: Date(), in: context)
            try household.save(context, adding: [(added.key, file, nil)])
            return added.key
        }
        try household.close()
        let images = test.directory.images
        try FileManager.default.removeItem(atPath: "\(images)/\(keys[0].uuidString)")
        let orphan = UUID().uuidString
        try Data("?".utf8).write(to: URL(fileURLWithPath: "\(images)/\(orphan)"))
        try Data("?".utf8).write(to: URL(fileURLWithPath: test.directory.favorites + "/12"))
        try Data("?".utf8).write(to: URL(fileURLWithPath: "\(images)/junk.txt"))

        let findings = try HouseholdCheck(test.directory).run()

        let texts = findings.faults.map(\.description)
        #expect(texts.count == 5, "\(texts)")
        #expect(
            texts.contains("images/junk.txt is not a picture, and belongs to no record."))
        #expect(texts.contains("images/\(orphan) is not the picture of any item."))
        #expect(texts.contains { $0.contains("of “Gone”") && $0.contains("is missing") })
        #expect(texts.contains("The thumbnail of “Thumb” (images/\(real)) is damaged."))
        #expect(texts.contains("favorites/12 is not the picture of any favorite."))

        let opened = try Household(directory: test.directory)
        let lines = try await HouseholdRepair(opened).run(findings)
        let thumbnail = try await opened.container.read { context in
            try Item.find(keys[1], in: context)?.thumbnail
        }
        try opened.close()

        #expect(lines.contains("Made the thumbnail of “Thumb” again."))
        #expect(thumbnail?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: test.directory.orphans).sorted()
                == ["favorites-12", "images-\(orphan)", "images-junk.txt"])
        #expect(try Self.faults(test).count == 1)
    }

    @Test(
        "Pictures from before checksums are counted, and a repair adds their checksums")
    func unknown() async throws {
        let test = try TestBackup()
        try FileManager.default.removeItem(atPath: test.directory.checksums)
        let findings = try HouseholdCheck(test.directory).run()
        let household = try Household(directory: test.directory)

        let lines = try await HouseholdRepair(household).run(findings)
        try household.close()

        #expect(findings.unknownCount == 3)
        #expect(findings.faults.isEmpty)
        #expect(lines == ["Noted the SHA-256 of 3 pictures."])
        #expect(try HouseholdCheck(test.directory).run().unknownCount == 0)
    }

    @Test("Faults of the store are reported as by `store check`")
    func store() throws {
        let test = try TestBackup()
        let data = try FileHandle(forUpdating: URL(fileURLWithPath: test.directory.store))
        let size = try data.seekToEnd()
        try data.seek(toOffset: size / 2)
        try data.write(contentsOf: Data(repeating: 0xA5, count: Int(size / 4)))
        try data.close()

        let faults = (try? Self.faults(test)) ?? ["It cannot be opened at all."]

        #expect(!faults.isEmpty)
    }
}
