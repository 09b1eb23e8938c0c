import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("The number of items with a tag")
struct TagCountTests {
    @Test("Items in the trash are not counted, and only the requested tags are")
    func counts() throws {
        let test = try TestHousehold()
        try test.add(["Sofa", "Lamp", "Chair"])
        let context = ManagedObjectContext(test.household.container)
        for (name, tags) in [("Sofa", ["Red", "Old"]), ("Lamp", ["Red"]), ("Chair", ["Red"])] {
            try TestHousehold.item(name, context).setTags(Tag.named(tags, in: context))
        }
        try TestHousehold.item("Chair", context).trashedDate = Date()
        try test.household.save(context)
        let red = try #require(try Tag.named("Red", in: context))
        let number = try #require(red.objectID.recordNumber)

        #expect(try Tag.itemCounts(of: [red], in: context) == [number: 2])
    }

    @Test("The items of a tag are counted without reading them")
    func statement() throws {
        let trace = SQLTrace()
        let test = try TestHousehold(trace: trace)
        try test.add(["Sofa"])
        let context = ManagedObjectContext(test.household.container)
        let tags = try Tag.named(["Red"], in: context)
        try TestHousehold.item("Sofa", context).setTags(tags)
        try test.household.save(context)
        trace.removeAll()

        _ = try Tag.itemCounts(of: Array(tags), in: context)

        let counting = try #require(trace.sql.first { $0.contains("COUNT(*)") })
        #expect(!counting.contains("ZITEM t"))
        let steps = try test.plan(sql: counting)
        #expect(steps.contains { $0.contains("COVERING INDEX") })
    }
}
