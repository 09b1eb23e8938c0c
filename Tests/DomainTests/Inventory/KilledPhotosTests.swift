import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Saves of photos that are killed")
struct KilledPhotosTests {
    /// Counts the statements of a save, and ends the process at one of them.
    private final class Statements: Sendable {
        private let end: Int
        /// Nil until the save begins.
        private let number = Mutex<Int?>(nil)

        init(killingAt end: Int = .max) { self.end = end }

        func begin() { number.withLock { $0 = 0 } }

        func add() {
            number.withLock { number in
                number = number.map { $0 + 1 }
                if number == end { kill(getpid(), SIGKILL) }
            }
        }

        var count: Int { number.withLock { $0 ?? 0 } }
    }

    /// Adds an item with two photos.
    private static func fill(_ test: TestHousehold) throws {
        try test.household.container.write { context in
            let item = try Item.append(in: context)
            item.itemName = "Sofa"
            let originals = try ["front", "back"].map { try add($0, to: item, test.household) }
            try test.household.save(context, adding: originals)
        }
    }

    private static func add(
        _ content: String, to item: Item, isFirst: Bool = false, _ household: Household
    ) throws -> NewOriginal {
        let file = "\(household.directory.incoming)/\(UUID())"
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        let context = try #require(item.managedObjectContext)
        let added = item.addPhoto(
            Data(content.utf8), captureDate: nil, isFirst: isFirst, at: Date(), in: context)
        return (added.key, file, nil)
    }

    /// Deletes a photo and adds another one before the rest, in one save. Returns the number of its
    /// statements.
    @discardableResult
    private static func change(_ path: String, _ statements: Statements) throws -> Int {
        let trace = SQLTrace(capacity: 0) { _ in statements.add() }
        let household = try Household(directory: DataDirectory(path: path), trace: trace)
        try household.container.write { context in
            let item = try TestHousehold.item("Sofa", context)
            context.delete(item.photos[1])
            let new = try add("new", to: item, isFirst: true, household)
            statements.begin()
            try household.save(context, adding: [new])
        }
        let count = statements.count
        try household.close()
        return count
    }

    @Test("At any statement, the photos are those from before or after, with their originals")
    func killed() async throws {
        let whole = try TestHousehold()
        try Self.fill(whole)
        try whole.household.close()
        let count = try Self.change(whole.directory.path, Statements())
        #expect(count > 3)
        var outcomes: Set<[String]> = []
        for number in 1...count {
            let test = try TestHousehold()
            try Self.fill(test)
            try test.household.close()
            let path = test.directory.path

            await #expect(processExitsWith: .signal(SIGKILL), "\(number)") {
                [path = path as String, number = number as Int] in
                try Self.change(path, Statements(killingAt: number))
            }

            let next = try Household(directory: test.directory)
            _ = try await next.sweep()
            let photos = try await next.container.read { context in
                let item = try TestHousehold.item("Sofa", context)
                #expect(item.thumbnail == item.photos.first?.thumbnail)
                return try item.photos.map { photo in
                    let file = try #require(photo.key.flatMap(next.itemImages.path))
                    #expect(FileManager.default.contents(atPath: file) == photo.thumbnail)
                    return String(decoding: photo.thumbnail ?? Data(), as: UTF8.self)
                }
            }
            try next.close()
            outcomes.insert(photos)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: test.directory.images).count
                    == 2)
        }
        #expect(outcomes.isSubset(of: [["front", "back"], ["new", "front"]]), "\(outcomes)")
        #expect(outcomes.contains(["front", "back"]))
    }
}
