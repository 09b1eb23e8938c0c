import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Journals of statements")
struct StatementJournalTests {
    @Test("Deleting records of many indexes writes little besides their pages")
    func deletion() async throws {
        // A process of its own, since the system counts what all threads have written.
        await #expect(processExitsWith: .success) {
            var entity = EntityDescription("Thing")
            entity.attributes = (0..<24).map { AttributeDescription("text\($0)", .string) }
            entity.attributes[0].isIndexedBySpotlight = true
            entity.indexes = entity.attributes.map {
                FetchIndexDescription($0.name, elements: [.init(propertyName: $0.name)])
            }
            let folder = NSTemporaryDirectory() + "journals-\(UUID())"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let container = try PersistentContainer(
                model: ManagedObjectModel(entities: [entity]),
                store: .sqlite(path: folder + "/Things.sqlite"))
            try container.write { context in
                for number in 0..<400 {
                    let thing = try ManagedObject(entityName: "Thing", context: context)
                    for key in 0..<24 {
                        try thing.setValue("\(number) \(key)", forKey: "text\(key)")
                    }
                }
                try context.save()
            }
            let before = try Self.writtenBytes()

            try container.write { context in
                for thing in try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing")) {
                    context.delete(thing)
                }
                try context.save()
            }

            let written = try Self.writtenBytes() - before

            #expect(written < 8_000_000, "\(written)")
            try container.close()
        }
    }

    /// The bytes that the process has written so far.
    private static func writtenBytes() throws -> Int {
        let counts = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        let line = try #require(counts.split(separator: "\n").first { $0.hasPrefix("wchar: ") })
        return try #require(Int(line.dropFirst("wchar: ".count)))
    }
}
