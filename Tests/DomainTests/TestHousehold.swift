import Foundation
import Imaging
import Persistence

@testable import Domain

/// A household in a temporary folder, which is removed at the end of the test.
final class TestHousehold: Sendable {
    let household: Household
    let directory: DataDirectory

    init(trace: SQLTrace? = nil, importPartSize: ImportPartSize = ImportPartSize()) throws {
        directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        household = try Household(
            directory: directory, importPartSize: importPartSize, trace: trace)
    }

    deinit {
        try? household.close()
        try? FileManager.default.removeItem(atPath: directory.path)
    }

    /// Adds items with these names at the end of the list.
    func add(_ names: [String]) throws {
        try household.container.write { context in
            for name in names {
                try Item.append(in: context).itemName = name
                try household.save(context)
            }
        }
    }

    /// The names of all items in stored order.
    func names() throws -> [String] {
        try household.container.read { context in
            var request = FetchRequest<Item>()
            request.sortDescriptors = [FetchSortDescriptor("orderingValue")]
            return try context.fetch(request).compactMap(\.itemName)
        }
    }

    /// Moves an item to an index.
    func move(_ name: String, to index: Int) throws {
        try household.container.write { context in
            let item = try Self.item(name, context)
            try ItemOrder.move(item, to: index, in: context)
            try household.save(context)
        }
    }

    /// The only item of a name.
    static func item(_ name: String, _ context: ManagedObjectContext) throws -> Item {
        var request = FetchRequest<Item>()
        request.predicate = try FetchPredicate(format: "itemName == %@", name)
        guard let item = try context.fetchFirst(request) else { throw NoSuchItem() }
        return item
    }

    struct NoSuchItem: Error {}
}

extension ImportPartSize {
    /// A part size with which a table of several parts is short.
    static let short: Self = {
        var size = Self()
        (size.rows, size.step) = (100, 25)
        return size
    }()
}

/// Random numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
