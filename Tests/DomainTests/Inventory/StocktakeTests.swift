import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Stocktakes")
struct StocktakeTests {
    /// Lamp in the kitchen's drawer, 6 chairs in the kitchen, a saw in the garage.
    private static func household() throws -> TestHousehold {
        let test = try TestHousehold()
        try test.household.container.write { context in
            var locations: [String: Location] = [:]
            for (name, parent) in [("Kitchen", ""), ("Drawer", "Kitchen"), ("Garage", "")] {
                let location = Location(context: context)
                (location.name, location.parent) = (name, locations[parent])
                locations[name] = location
            }
            for (name, place, count) in [
                ("Lamp", "Drawer", 1), ("Chair", "Kitchen", 6), ("Saw", "Garage", 1),
            ] {
                let item = try Item.append(in: context)
                (item.itemName, item.quantity) = (name, Int32(count))
                item.location = locations[place]
            }
            try test.household.save(context)
            let stocktake = Stocktake(context: context)
            stocktake.name = "Autumn"
            stocktake.location = locations["Kitchen"]?.objectID.recordNumber
            try test.household.save(context)
        }
        return test
    }

    private static func stocktake(_ context: ManagedObjectContext) throws -> Stocktake {
        try #require(
            try context.fetchFirst(FetchRequest<Stocktake>(sortBy: [SortDescriptor(\.startedAt)])))
    }

    /// Notes what a code means as seen. Returns `again`, or the outcome.
    @discardableResult
    private static func see(
        _ code: String, quantity: Decimal? = nil, key: UUID = UUID(), at date: Date = Date(),
        in test: TestHousehold
    ) throws -> String {
        try test.household.container.write { context in
            guard try Sighting.find(key, in: context) == nil else { return "again" }
            let stocktake = try stocktake(context)
            let records = try HouseholdSearch.records(coded: code, atMost: 0, in: context)
            let things = try stocktake.things(coded: code, among: records, in: context)
            let (sighting, isAgain) = try stocktake.see(
                stocktake.thing(
                    coded: code, of: things, LocationTree(in: context), in: context), key: key,
                quantity: quantity, on: date, in: context)
            try test.household.save(context)
            let outcome = try #require(
                try stocktake.outcomes(of: [sighting], in: context).first)
            return isAgain ? "again" : outcome.rawValue
        }
    }

    /// Changes the stocktake and other records.
    private static func change(
        _ test: TestHousehold, _ body: (Stocktake, ManagedObjectContext) throws -> Void
    ) throws {
        try test.household.container.write { context in
            try body(stocktake(context), context)
            try test.household.save(context)
        }
    }

    /// 10 vases and 10 bowls in stock for a stocktake of glass, the vases with a barcode.
    private static func shop(at date: Date) throws -> TestHousehold {
        let test = try household()
        try change(test) { stocktake, context in
            let category = ProductCategory(context: context)
            category.name = "Glass"
            for (name, barcode) in [("Vase", "4006381333931"), ("Bowl", nil)] {
                let product = Product(context: context)
                (product.name, product.barcode, product.price) = (name, barcode, 20)
                (product.category, product.cost) = (category, 5)
                try product.enter(.delivered, 10, at: date, in: context)
            }
            try test.household.save(context)
            (stocktake.location, stocktake.productCategory) = (
                nil, category.objectID.recordNumber
            )
        }
        return test
    }

    private static func product(_ name: String, _ context: ManagedObjectContext) throws -> Product {
        try #require(try Product.named(name, in: context))
    }

    private static func stock(_ name: String, _ test: TestHousehold) throws -> Decimal? {
        try test.household.container.read { try product(name, $0).stock }
    }

    private static func reopen(_ test: TestHousehold) throws {
        try change(test) { try $0.reopen(at: Date(), in: $1) }
    }

    private static func close(
        _ test: TestHousehold, at date: Date = Date(), countingMissing: Bool = false
    ) throws {
        try change(test) { stocktake, context in
            try stocktake.close(at: date, countingMissing: countingMissing, in: context)
        }
    }

    /// A vase, which the stocktake of glass has seen 7 times, and another one of a category later 5 times.
    private static func shopWithWinter() throws -> TestHousehold {
        let start = Date() - 3_600
        let test = try shop(at: start)
        try see("4006381333931", quantity: 7, at: start + 60, in: test)
        try change(test) { autumn, context in
            let winter = Stocktake(context: context)
            (winter.name, winter.productCategory) = ("Winter", autumn.productCategory)
            _ = try winter.see(
                .product(product("Vase", context)), key: UUID(), quantity: 5, on: start + 120,
                in: context)
        }
        return test
    }

    /// Changes the stocktake with a name.
    private static func change(
        _ name: String, _ test: TestHousehold,
        _ body: (Stocktake, ManagedObjectContext) throws -> Void
    ) throws {
        try test.household.container.write { context in
            let named = FetchRequest<Stocktake>(.key("name") == name)
            try body(#require(try context.fetchFirst(named)), context)
            try test.household.save(context)
        }
    }

    /// Opens a stocktake again. Returns the stock of vases, or the refusal.
    private static func reopen(_ name: String, _ test: TestHousehold) throws -> String {
        do {
            try change(name, test) { try $0.reopen(at: Date(), in: $1) }
            return "\(try stock("Vase", test) ?? -1)"
        } catch let refusal as SaleRefusal {
            return refusal.description
        }
    }

    /// `Chair 2 of 6` for each thing.
    private static func things(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            try StocktakeCount(stocktake(context), in: context).things.map {
                "\($0.name) \($0.seen) of \($0.quantity)"
            }
        }
    }

    @Test("What is seen is expected, misplaced or unknown, and counts once")
    func outcomes() throws {
        let test = try Self.household()
        let key = UUID()

        #expect(try Self.things(test) == ["Chair 0 of 6", "Lamp 0 of 1"])
        #expect(try Self.see("A-0001", key: key, in: test) == "expected")
        #expect(try Self.see("A-0001", key: key, in: test) == "again")
        #expect(try Self.see("Lamp", in: test) == "again")
        #expect(try Self.see("a2", quantity: 2, in: test) == "expected")
        #expect(try Self.things(test) == ["Chair 2 of 6", "Lamp 1 of 1"])
        #expect(try Self.see("A-0002", in: test) == "expected")
        #expect(try Self.see("A-0002", in: test) == "again")
        #expect(try Self.see("A-0003", in: test) == "misplaced")
        #expect(try Self.see("4006381333931", in: test) == "unknown")
        #expect(try Self.see("4006381333931", in: test) == "again")
        #expect(try Self.things(test) == ["Chair 6 of 6", "Lamp 1 of 1"])
        #expect(throws: SaleRefusal.self) { try Self.see("Saw 2", quantity: 0, in: test) }
    }

    @Test("Closing notes when and by whom items were last seen, and keeps what was missing")
    func closing() throws {
        let test = try Self.household()
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        try Author.$name.withValue("Anna") { _ = try Self.see("Lamp", at: date, in: test) }
        try Author.$name.withValue("Ben") { try Self.close(test) }

        try test.household.container.write { context in
            #expect(try Self.stocktake(context).closedBy == "Ben")
            let lamp = try TestHousehold.item("Lamp", context)
            #expect(lamp.lastSeen == date && lamp.lastSeenBy == "Anna")
            #expect(try TestHousehold.item("Chair", context).lastSeen == nil)
            // What comes later does not change what was closed.
            try TestHousehold.item("Chair", context).quantity = 3
            try test.household.save(context)
        }
        #expect(try Self.things(test) == ["Chair 0 of 6", "Lamp 1 of 1"])
    }

    @Test("A closed stocktake is opened again as if it had not been closed")
    func reopening() throws {
        let test = try Self.household()
        let first = Date(timeIntervalSinceReferenceDate: 800_000_000)
        try Self.see("Lamp", at: first, in: test)
        try Self.close(test, at: first + 30)
        try test.household.container.write { context in
            let second = Stocktake(context: context)
            second.name = "Winter"
            _ = try second.see(
                .item(TestHousehold.item("Lamp", context)), key: UUID(), on: first + 60,
                in: context)
            try test.household.save(context)
            try second.close(at: first + 120, in: context)
            try test.household.save(context)
            #expect(try TestHousehold.item("Lamp", context).lastSeen == first + 60)
            let refusal = #expect(throws: SaleRefusal.self) {
                try Self.stocktake(context).reopen(at: first + 150, in: context)
            }
            #expect(refusal?.description.contains("Winter") == true)
            try second.reopen(at: first + 180, in: context)
            try test.household.save(context)
            #expect(try TestHousehold.item("Lamp", context).lastSeen == first)
            #expect(second.isOpen && second.result == nil)
        }
        try test.household.container.write { context in
            try #require(
                try context.fetchFirst(FetchRequest<Stocktake>(.key("name") == "Autumn"))
            ).reopen(at: first + 180, in: context)
            try test.household.save(context)
            #expect(try TestHousehold.item("Lamp", context).lastSeen == nil)
        }
    }

    @Test("Closing sets the stock of products by what was counted and sold since")
    func products() throws {
        let counted = Date() - 3_600
        let test = try Self.shop(at: counted - 60)
        #expect(try Self.see("4006381333931", quantity: 3, at: counted, in: test) == "expected")
        #expect(try Self.see("4006381333931", quantity: 4, at: counted, in: test) == "expected")
        #expect(try Self.see("Lamp", in: test) == "misplaced")
        try Self.change(test) { try Self.product("Vase", $1).enter(.broken, 1, in: $1) }
        // Three were missing when they were counted, whatever broke since.
        #expect(try Self.things(test) == ["Bowl 0 of 10", "Vase 7 of 10"])
        try Self.close(test)

        #expect(try Self.stock("Vase", test) == 6 && Self.stock("Bowl", test) == 10)
        try test.household.container.read { context in
            let things = try StocktakeCount(Self.stocktake(context), in: context).things
            let thing = try #require(things.last)
            #expect(thing.change == -3 && thing.changeValue == -15)
            let entry = try Self.product("Vase", context).stockEntries.first {
                $0.reason == .stocktake
            }
            #expect(entry?.change == -3 && entry?.note == "Autumn")
        }
        try Self.reopen(test)
        #expect(try Self.stock("Vase", test) == 9)
        try Self.close(test, countingMissing: true)
        #expect(try Self.stock("Vase", test) == 6 && Self.stock("Bowl", test) == 0)
    }

    @Test("A later count by hand stays, when the stocktake is closed and when it is opened again")
    func laterCounts() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.see("4006381333931", quantity: 7, at: Date() - 60, in: test)
        try Self.change(test) { _, context in
            let vase = try Self.product("Vase", context)
            vase.step(.sold, by: -1, of: nil, at: Date() - 30, in: context)
            try vase.enter(.counted, 8, note: "Stocktake: shelf 3", in: context)
        }
        #expect(try Self.things(test) == ["Bowl 0 of 10", "Vase 7 of 10"])
        try Self.close(test, countingMissing: true)
        #expect(try Self.stock("Vase", test) == 8 && Self.stock("Bowl", test) == 0)

        try Self.change(test) { try Self.product("Bowl", $1).enter(.counted, 5, in: $1) }
        try Self.reopen(test)
        #expect(try Self.stock("Vase", test) == 8 && Self.stock("Bowl", test) == 5)
    }

    @Test("Of two stocktakes of a product the later count wins, whichever is closed first")
    func twoStocktakes() throws {
        for names in [["Winter", "Autumn"], ["Autumn", "Winter"]] {
            let test = try Self.shopWithWinter()
            for name in names { try Self.change(name, test) { try $0.close(at: Date(), in: $1) } }
            #expect(try Self.stock("Vase", test) == 5)

            #expect(
                try Self.reopen(names[0], test)
                    == "“\(names[1])” counted some of the same later; open that again first.")
            #expect(try Self.stock("Vase", test) == 5)
            #expect(try Self.reopen(names[1], test) == (names[1] == "Winter" ? "7" : "5"))
            #expect(try Self.reopen(names[0], test) == "10")
        }
    }

    @Test("A stocktake that set the stock of what it did not see is opened again first, too")
    func reopeningUnseen() throws {
        let test = try Self.shopWithWinter()
        try Self.change(test) { stocktake, context in
            for sighting in try stocktake.allSightings(in: context) { context.delete(sighting) }
        }
        try Self.close(test, countingMissing: true)
        #expect(try Self.stock("Vase", test) == 0)
        try Self.change("Winter", test) { try $0.close(at: Date(), in: $1) }
        #expect(try Self.stock("Vase", test) == 5)
        #expect(try Self.reopen("Autumn", test).hasPrefix("“Winter”"))
        #expect(try Self.reopen("Winter", test) == "0")
        #expect(try Self.reopen("Autumn", test) == "10")
    }

    @Test("The later count stays when its stocktake is deleted")
    func deletedStocktake() throws {
        let test = try Self.shopWithWinter()
        try Self.change("Winter", test) { try $0.close(at: Date(), in: $1) }
        try Self.change("Winter", test) { $1.delete($0) }
        try Self.close(test)
        #expect(try Self.stock("Vase", test) == 5)
    }

    @Test("A product that another stocktake has seen by mistake is not a count")
    func misplacedProduct() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.see("4006381333931", quantity: 7, at: Date() - 60, in: test)
        try Self.change(test) { _, context in
            let everything = Stocktake(context: context)
            everything.name = "Everything"
            _ = try everything.see(
                .product(Self.product("Vase", context)), key: UUID(), on: Date() - 30, in: context)
            try test.household.save(context)
            try everything.close(at: Date(), in: context)
            let count = try StocktakeCount(everything, in: context)
            #expect(count.outcomes == [.misplaced] && count.things.count == 3)
        }
        #expect(try Self.stock("Vase", test) == 10)
        try Self.close(test)
        #expect(try Self.stock("Vase", test) == 7)
        #expect(try Self.reopen("Autumn", test) == "10")
    }

    @Test("A product that was counted after the stocktake was started is not one of the missing")
    func countedUnseen() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.change(test) { try Self.product("Bowl", $1).enter(.counted, 5, in: $1) }
        try Self.close(test, countingMissing: true)
        #expect(try Self.stock("Vase", test) == 0 && Self.stock("Bowl", test) == 5)
    }

    @Test(
        "A product without a stock gets one when it is counted, and loses it when that is taken back"
    )
    func productsWithoutStock() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.change(test) { stocktake, context in
            for (name, barcode) in [("Cup", "036000291452"), ("Plate", nil)] {
                let product = Product(context: context)
                (product.name, product.barcode, product.price) = (name, barcode, 2)
                product.category = try Self.product("Vase", context).category
            }
        }
        try Self.see("036000291452", quantity: 4, in: test)
        try test.household.container.read { context in
            let things = try StocktakeCount(Self.stocktake(context), in: context).things
            #expect(things.filter(\.isMissing).map(\.name) == ["Bowl", "Plate", "Vase"])
        }
        try Self.close(test, countingMissing: true)
        func isStocked(_ name: String) throws -> Bool {
            try test.household.container.read { try Self.product(name, $0).isStocked }
        }
        #expect(try isStocked("Cup") && !isStocked("Plate"))
        #expect(try Self.stock("Cup", test) == 4)
        try Self.change(test) { _, context in
            try Self.product("Cup", context).step(.sold, by: -1, of: nil, in: context)
        }
        try Self.reopen(test)
        #expect(try !isStocked("Cup") && isStocked("Bowl"))
        try Self.close(test)
        #expect(try isStocked("Cup") && Self.stock("Cup", test) == 3)
    }

    @Test("A product that was retired after it was seen is counted")
    func retiredProduct() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.see("4006381333931", quantity: 7, in: test)
        try Self.change(test) { try Self.product("Vase", $1).retiredAt = Date() }
        #expect(try Self.things(test).last == "Vase 7 of 10")
    }

    @Test("More than a stock can be is refused, and what an earlier version took can be undone")
    func tooMany() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.see("4006381333931", quantity: 999_999, in: test)
        try Self.see("4006381333931", in: test)
        let refused = #expect(throws: SaleRefusal.self) { try Self.see("4006381333931", in: test) }
        #expect(
            refused?.description
                == "With those that were seen before, it can be at most 1,000,000.")
        try Self.change(test) { stocktake, context in
            let former = try #require(try stocktake.allSightings(in: context).first)
            let sighting = Sighting(context: context)
            (sighting.stocktake, sighting.key, sighting.quantity) = (stocktake, UUID(), 1_000_000)
            (sighting.product, sighting.name) = (former.product, former.name)
            (sighting.seenAt, sighting.addedAt) = (Date(), Date())
        }
        let refusal = #expect(throws: SaleRefusal.self) { try Self.close(test) }
        #expect(
            refusal?.description
                == "The stock of “Vase” would be 2,000,000. It can be at most 1,000,000. "
                + "Undo one of its sightings.")
        try Self.change(test) { stocktake, context in
            let count = try StocktakeCount(stocktake, in: context)
            let vase = try #require(count.things.last?.subject)
            context.delete(try #require(count.lastSightings[vase]))
        }
        try Self.close(test)
        #expect(try Self.stock("Vase", test) == 1_000_000)
    }

    @Test("Numbers of an item are added up, and closing keeps what is more than expected")
    func surplus() throws {
        let test = try Self.household()
        #expect(try Self.see("Chair", quantity: 4, in: test) == "expected")
        #expect(try Self.see("Chair", in: test) == "expected")
        #expect(try Self.see("Chair", in: test) == "again")
        #expect(try Self.see("Chair", quantity: 2, in: test) == "expected")
        #expect(try Self.see("Chair", in: test) == "again")
        try Self.close(test)
        #expect(try Self.things(test) == ["Chair 8 of 6", "Lamp 0 of 1"])
        try test.household.container.read { context in
            let things = try StocktakeCount(Self.stocktake(context), in: context).things
            #expect(things.map(\.isSurplus) == [true, false])
            #expect(try TestHousehold.item("Chair", context).quantity == 6)
        }
    }

    @Test("A code is that of a sighting, whatever was renamed or deleted since")
    func codesOfSightings() throws {
        let test = try Self.household()
        try Self.change(test) { stocktake, context in
            let lamp = try TestHousehold.item("Lamp", context)
            let (sighting, _) = try stocktake.see(
                .item(lamp), key: UUID(), on: Date(), in: context)
            func isOf(_ code: String) throws -> Bool {
                let records = try HouseholdSearch.records(coded: code, atMost: 0, in: context)
                let things = try stocktake.things(coded: code, among: records, in: context)
                return try sighting.isOf(code, things, in: context)
            }
            try test.household.save(context)
            #expect(try isOf("A-0001") && isOf("lamp") && isOf("1"))
            #expect(try !isOf("A-0002") && !isOf("Chair") && !isOf("4711"))
            lamp.itemName = "Lantern"
            try test.household.save(context)
            #expect(try isOf("Lamp") && isOf("Lantern") && !isOf("Saw"))
            context.delete(lamp)
            try test.household.save(context)
            #expect(try isOf("A-0001") && !isOf("A-0002"))
        }
    }

    @Test("What cannot be moved is refused with the reason")
    func refusedMoves() throws {
        let test = try Self.shop(at: Date() - 3_600)
        try Self.change(test) { stocktake, context in
            func refusal(_ thing: SeenThing) throws -> String? {
                let (sighting, _) = try stocktake.see(
                    thing, key: UUID(), on: Date(), in: context)
                return #expect(throws: SaleRefusal.self) {
                    try stocktake.move(sighting, in: context)
                }?.description
            }
            let (vase, lamp) = (
                try Self.product("Vase", context), try TestHousehold.item("Lamp", context)
            )
            #expect(
                try refusal(.unknown("4711"))
                    == "No record has the code “4711”, so there is nothing to move.")
            #expect(
                try refusal(.product(vase))
                    == "“Vase” is a product, which has no location.")
            #expect(
                try refusal(.item(lamp))
                    == "It is not known where “Lamp” was seen.")
        }
    }

    @Test("What was seen counts by where it belongs now, until the stocktake is closed")
    func changedItems() throws {
        let test = try Self.household()
        #expect(try Self.see("Saw", in: test) == "misplaced")
        #expect(try Self.see("Lamp", in: test) == "expected")
        func outcomes() throws -> [String] {
            try test.household.container.read { context in
                let count = try StocktakeCount(Self.stocktake(context), in: context)
                return zip(count.sightings, count.outcomes)
                    .map { "\($0.recordTitle) \($1)" }.sorted()
            }
        }
        try Self.change(test) { stocktake, context in
            let (saw, lamp) = (
                try TestHousehold.item("Saw", context), try TestHousehold.item("Lamp", context)
            )
            (saw.location, lamp.location) = (lamp.location, saw.location)
        }
        #expect(try Self.things(test) == ["Chair 0 of 6", "Saw 1 of 1"])
        #expect(try outcomes() == ["Lamp misplaced", "Saw expected"])
        try Self.close(test)
        try Self.change(test) { try TestHousehold.item("Saw", $1).location = nil }
        #expect(try outcomes() == ["Lamp misplaced", "Saw expected"])
    }

    @Test("What was seen elsewhere is moved there, but stays out of a stocktake of something else")
    func moving() throws {
        let test = try Self.household()
        try Self.change(test) { stocktake, context in
            let kitchen = try #require(
                try context.fetchFirst(FetchRequest<Location>(.key("name") == "Kitchen")))
            let tag = Tag(context: context)
            tag.name = "old"
            try test.household.save(context)
            (stocktake.location, stocktake.tag) = (nil, tag.objectID.recordNumber)
            let saw = try TestHousehold.item("Saw", context)
            let (sighting, _) = try stocktake.see(
                .item(saw), key: UUID(), at: kitchen, on: Date(), in: context)
            try test.household.save(context)
            #expect(try stocktake.movable([sighting], in: context) == [sighting.objectID])
            try stocktake.move(sighting, in: context)
            try test.household.save(context)
            #expect(saw.location === kitchen)
            #expect(try stocktake.movable([sighting], in: context).isEmpty)
            #expect(try stocktake.outcomes(of: [sighting], in: context) == [.misplaced])
        }
    }

    @Test("The same code on several items counts one after the other")
    func sharedCode() throws {
        let test = try Self.household()
        try Self.change(test) { stocktake, context in
            for name in ["Lamp", "Chair"] {
                try TestHousehold.item(name, context).modelNumber = "4711"
            }
        }
        for outcome in ["expected", "expected", "again"] {
            #expect(try Self.see("4711", in: test) == outcome)
        }
        #expect(try Self.things(test) == ["Chair 6 of 6", "Lamp 1 of 1"])
    }

    @Test("Of equal items those that belong here are seen first, and then all others")
    func equalItems() throws {
        let test = try Self.household()
        try Self.change(test) { stocktake, context in
            let places = try context.fetch(FetchRequest<Location>())
            for index in 0..<14 {
                let stool = try Item.append(in: context)
                (stool.itemName, stool.modelNumber) = ("Stool \(index)", "4711")
                stool.location = places.first { $0.name == (index < 13 ? "Garage" : "Kitchen") }
            }
        }
        #expect(try Self.see("4711", in: test) == "expected")
        #expect(try Self.things(test).contains("Stool 13 1 of 1"))
        for _ in 0..<13 { #expect(try Self.see("4711", in: test) == "misplaced") }
        #expect(try Self.see("4711", in: test) == "again")
    }

    @Test("A name counts in any case and without accents, one item after the other")
    func typedNames() throws {
        let test = try Self.household()
        try Self.change(test) { _, context in
            let kitchen = try TestHousehold.item("Chair", context).location
            for _ in 0..<3 {
                let cup = try Item.append(in: context)
                (cup.itemName, cup.location) = ("Café cup", kitchen)
            }
        }
        #expect(try Self.see("LAMP", in: test) == "expected")
        for _ in 0..<3 { #expect(try Self.see("cafe cup", in: test) == "expected") }
        #expect(try Self.see("Cafe Cup", in: test) == "again")
        let count = try test.household.container.read {
            try Item.named("cafe cup", in: $0).count
        }
        #expect(count == 3)
    }

    @Test("Digits as long as a barcode are no number of an item")
    func typedBarcode() throws {
        let test = try Self.household()
        #expect(try Self.see("00000001", in: test) == "unknown")
        #expect(try Self.see("0001", in: test) == "expected")
    }

    @Test("A product can be counted as none, and is seen then")
    func countedAsNone() throws {
        let test = try Self.shop(at: Date() - 3_600)
        #expect(try Self.see("4006381333931", quantity: 0, in: test) == "expected")
        let things = try test.household.container.read {
            try StocktakeCount(Self.stocktake($0), in: $0).things
        }
        #expect(things.filter(\.isSeen).map(\.name) == ["Vase"])
        try Self.close(test)
        #expect(try Self.stock("Vase", test) == 0 && Self.stock("Bowl", test) == 10)
        #expect(try Self.reopen("Autumn", test) == "10")
    }

    @Test("An invalid number is refused with the numbers that are possible")
    func refusedQuantities() throws {
        let test = try Self.shop(at: Date() - 3_600)
        func fault(_ code: String, _ quantity: Decimal) -> String? {
            #expect(throws: SaleRefusal.self) { try Self.see(code, quantity: quantity, in: test) }?
                .description
        }
        #expect(fault("Chair", 0) == "Enter a whole number from 1 to 1,000,000.")
        #expect(fault("Chair", 1_000_001) == "Enter a whole number from 1 to 1,000,000.")
        #expect(fault("4006381333931", -1) == "Enter a number from 0 to 1,000,000.")
        #expect(fault("4006381333931", 1_000_001) == "Enter a number from 0 to 1,000,000.")
        #expect(fault("LOT-1", 0) == "Enter a number above 0, at most 1,000,000.")
    }

    @Test("A closed stocktake keeps the name of what was counted, and reads results without it")
    func scopeName() throws {
        let test = try Self.household()
        try Self.close(test)
        try Self.change(test) { stocktake, context in
            let kitchen = FetchRequest<Location>(.key("name") == "Kitchen")
            try #require(try context.fetchFirst(kitchen)).name = "Pantry"
            #expect(try stocktake.scopeName == "Kitchen")
        }
        try Self.change(test) { stocktake, context in
            // The result of an earlier version.
            stocktake.result = try JSONEncoder().encode(stocktake.keptThings)
            #expect(try stocktake.scopeName == "Pantry")
        }
        #expect(try Self.things(test) == ["Chair 0 of 6", "Lamp 0 of 1"])
        try Self.reopen(test)
        let name = try test.household.container.read { try Self.stocktake($0).scopeName }
        #expect(name == "Pantry")
    }

    @Test("When an item was seen before comes back, although that stocktake is deleted")
    func formerSighting() throws {
        let test = try Self.household()
        let first = Date(timeIntervalSinceReferenceDate: 800_000_000)
        try Self.change(test) { stocktake, context in
            let former = Stocktake(context: context)
            former.name = "Summer"
            let lamp = try TestHousehold.item("Lamp", context)
            for (count, seconds) in [(former, 0.0), (stocktake, 60)] {
                _ = try count.see(.item(lamp), key: UUID(), on: first + seconds, in: context)
                try test.household.save(context)
                try count.close(at: first + 90, in: context)
                try test.household.save(context)
            }
            context.delete(former)
            try test.household.save(context)
            #expect(lamp.lastSeen == first + 60)
            try stocktake.reopen(at: first + 120, in: context)
            #expect(lamp.lastSeen == first)
        }
    }

    @Test(
        "Of eight people who count 400 of 5,000 items at once, nothing is lost and nothing doubled")
    func together() async throws {
        let test = try TestHousehold()
        try await test.household.container.write { context in
            for number in 1...5_000 {
                let item = Item(context: context)
                (item.itemName, item.orderingValue) = ("Thing \(number)", Double(number))
            }
            Stocktake(context: context).name = "All"
            try test.household.save(context)
        }
        let keys = (0..<400).map { _ in UUID() }
        let longest = try await withThrowingTaskGroup(of: Duration.self) { group in
            for person in 0..<8 {
                group.addTask {
                    var longest = Duration.zero
                    for index in keys.indices where index % 4 == person % 4 {
                        let time = try ContinuousClock().measure {
                            _ = try Self.see("A-\(index + 1)", key: keys[index], in: test)
                        }
                        longest = max(longest, time)
                    }
                    return longest
                }
            }
            return try await group.reduce(.zero) { max($0, $1) }
        }
        print("The longest of 800 sightings took \(longest)")

        try await test.household.container.read { context in
            #expect(try context.count(for: FetchRequest<Sighting>()) == 400)
            let things = try StocktakeCount(Self.stocktake(context), in: context).things
            #expect(things.count == 5_000)
            #expect(things.count { $0.missing == 0 } == 400)
        }
    }

    @Test("An imported item keeps when it was last seen, and by whom")
    func importing() async throws {
        let test = try TestHousehold()
        _ = try await test.importing(
            "itemName,serialNumber,lastSeen,lastSeenBy\nLamp,1,2026-05-01T12:00:00Z,Anna", .items)
        try await test.household.container.read { context in
            let lamp = try TestHousehold.item("Lamp", context)
            #expect(lamp.lastSeen == (try Date("2026-05-01T12:00:00Z", strategy: .iso8601)))
            #expect(lamp.lastSeenBy == "Anna")
        }
    }

    @Test("An import leaves when an existing item was last seen, says so, and refuses future days")
    func importingAgain() async throws {
        let test = try TestHousehold()
        try test.add(["Lamp"])
        let plan = try await test.plan("itemName,lastSeen\nLamp,2026-05-01\n", .items)
        #expect(
            try plan.rows.outcome(at: 0).notes
                == ["lastSeen is left as it is: it follows the stocktakes"])
        let day = CalendarDay.today().adding(days: 3)
        let future = try await test.plan("itemName,lastSeen\nVase,\(day)\n", .items)
        #expect(try future.refusals == ["2 lastSeen: \(day) is in the future."])
    }

    @Test("A deleted stocktake comes back with its sightings")
    func deletion() throws {
        let test = try Self.household()
        try Self.see("Lamp", in: test)
        try Self.close(test)
        try test.household.container.write { context in
            let stocktake = try Self.stocktake(context)
            let deleted = try #require(try DeletedRecords(stocktake))
            context.delete(stocktake)
            try test.household.save(context)
            #expect(try context.count(for: FetchRequest<Sighting>()) == 0)
            _ = try deleted.make(in: context)
            try test.household.save(context)
        }
        #expect(try Self.things(test) == ["Chair 0 of 6", "Lamp 1 of 1"])
        #expect(try test.household.container.read { try Self.stocktake($0).isOpen } == false)
    }

    @Test("A person who is removed is no longer named where things were seen, nor in the history")
    func removedPerson() async throws {
        let test = try Self.household()
        #expect(FileManager.default.createFile(atPath: test.directory.accounts, contents: nil))
        try Author.$name.withValue("Anna (token Scanner)") { _ = try Self.see("Lamp", in: test) }
        try Author.$name.withValue("Annabel") { _ = try Self.see("Chair", in: test) }
        try Author.$name.withValue("Ben") { try Self.close(test) }
        let deletions = UndoLog<DeletedRecords>(test.household, kind: "deletion")
        let deletion = try await test.household.write { context in
            let deleted = try #require(try DeletedRecords(Self.stocktake(context)))
            let token = try deletions.keep(in: context) { deleted }
            try test.household.save(context)
            return token
        }

        try await test.household.forgetAuthor("Anna")
        try await test.household.forgetAuthor("Ben")

        try await test.household.container.read { context in
            #expect(try TestHousehold.item("Lamp", context).lastSeenBy == Author.removed)
            #expect(try TestHousehold.item("Chair", context).lastSeenBy == "Annabel")
            let names = try context.fetch(FetchRequest<Sighting>()).compactMap(\.seenBy)
            #expect(names.sorted() == ["Annabel", Author.removed].sorted())
            #expect(try Self.stocktake(context).closedBy == Author.removed)
            let changes = try test.household.activity(ActivityQuery(), in: context)
            let values = changes.flatMap(\.changes).flatMap(\.values)
            #expect(values.contains { $0.property == "lastSeen" })
            #expect(!values.contains { $0.property == "lastSeenBy" })
        }
        let isForgotten = try await test.household.container.read {
            try deletions.change(deletion, in: $0) == nil
        }
        #expect(isForgotten)
    }
}
