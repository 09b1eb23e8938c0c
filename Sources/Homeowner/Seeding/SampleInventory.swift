import Domain
import Drawing
import Foundation
import Imaging
import Persistence

/// Fills a household with sample items.
struct SampleInventory {
    let household: Household
    /// Whether the photos are as large as those of a camera. Default: yes.
    var hasLargePhotos = true

    /// The number of items in a save.
    private static let batchSize = 20_000

    /// Adds items without pictures.
    ///
    /// - Throws: errors of the store.
    func add(_ count: Int) throws {
        let now = Date()
        let first = try household.container.read { try $0.count(for: FetchRequest<Item>()) }
        for start in stride(from: 0, to: count, by: Self.batchSize) {
            let numbers = start..<min(start + Self.batchSize, count)
            try household.container.write { context in
                let types = try types(in: context)
                var last = try Self.lastOrderingValue(in: context)
                for number in numbers {
                    last += 1
                    _ = SampleItem(number: first + number, now: now)
                        .insert(at: last, types: types, in: context)
                }
                try household.save(context)
            }
        }
    }

    /// Adds items with drawn photos.
    ///
    /// - Throws: errors of the store, of the file system, and of drawing.
    func addWithPhotographs(_ count: Int) async throws {
        let now = household.now()
        let first = try await household.container.read { try $0.count(for: FetchRequest<Item>()) }
        let width = ProcessInfo.processInfo.activeProcessorCount
        for start in stride(from: 0, to: count, by: width) {
            let numbers = first + start..<first + min(start + width, count)
            let photographs = try await withThrowingTaskGroup(
                of: (Int, String, Thumbnail).self
            ) { group in
                for number in numbers {
                    let item = SampleItem(number: number, now: now)
                    group.addTask { try await photograph(item, number) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (number, file, thumbnail) in photographs.sorted(by: { $0.0 < $1.0 }) {
                let item = SampleItem(number: number, now: now)
                try await household.write { context in
                    try save(item, file, thumbnail, in: context)
                }
            }
        }
    }

    private func photograph(
        _ item: SampleItem, _ number: Int
    ) async throws -> (Int, String, Thumbnail) {
        let file = "\(household.directory.incoming)/sample-\(number)"
        var picture = item.picture
        if !hasLargePhotos {
            (picture.width, picture.height) = (picture.width / 4, picture.height / 4)
            picture.detail = 96
        }
        try picture.encoded(as: .jpeg).write(to: URL(fileURLWithPath: file))
        return (number, file, try await household.imageProcessor.thumbnail(ofFileAt: file))
    }

    private func save(
        _ sample: SampleItem, _ file: String, _ thumbnail: Thumbnail,
        in context: ManagedObjectContext
    ) throws {
        let item = sample.insert(
            at: try Self.lastOrderingValue(in: context) + 1, types: try types(in: context),
            in: context)
        item.thumbnail = thumbnail.png
        try household.save(context, replacingImageOf: item.key, with: file)
    }

    /// The asset types of the samples; missing ones are created.
    private func types(in context: ManagedObjectContext) throws -> [String: AssetType] {
        var types: [String: AssetType] = [:]
        for label in Set(SampleThing.all.map(\.assetType)).sorted() {
            types[label] =
                try AssetType.labelled(label, in: context)
                ?? {
                    let type = AssetType(context: context)
                    type.label = label
                    return type
                }()
        }
        return types
    }

    private static func lastOrderingValue(in context: ManagedObjectContext) throws -> Double {
        let request = FetchRequest<Item>(
            sortBy: [SortDescriptor(\.orderingValue, order: .reverse)])
        return try context.fetchFirst(request)?.orderingValue ?? 0
    }
}
