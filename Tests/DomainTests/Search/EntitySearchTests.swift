import Foundation
import Persistence
import Testing

@testable import Domain

struct EntitySearchTests {
    @Test("An entity is searched from memory once it is read, and what is saved is found at once")
    func products() throws {
        let shop = try TestHousehold()
        let changes = shop.household.changes
        let search = EntitySearch(.product, keys: ["name"], changes)
        changes.add(search)
        try shop.addCustomer("Ann", [.line("Desk lamp", 1, "3")])
        func names(_ words: String...) throws -> [String]? {
            try shop.household.container.read { context in
                guard let found = search.numbers(with: words, in: context) else { return nil }
                return try found.compactMap { try Product.find($0, in: context)?.name }
            }
        }
        #expect(try names("lamp") == nil)

        try shop.household.container.read { try search.warm(in: $0) }
        #expect(try names("LAMP") == ["Desk lamp"])
        try shop.addCustomer("Bob", [.line("Floor lamp", 1, "3")])
        try shop.household.container.write { context in
            try Product.named("Desk lamp", in: context)?.name = "Table"
            try shop.household.save(context)
        }

        let found = try shop.household.container.read { context in
            try search.best(with: ["a"], limit: 1, in: context)
        }
        #expect(found.total == 2)
        #expect(found.numbers.count == 1)
        #expect(try names("lamp") == ["Floor lamp"])
        #expect(try names("tab", "le") == ["Table"])
    }
}
