import Domain
import Drawing
import Foundation
import Persistence

/// Fills a household with sample items.
struct SampleInventory {
    let household: Household
    /// Whether the photos are as large as those of a camera. Default: yes.
    var hasLargePhotos = true

    /// Adds items.
    ///
    /// - Parameters:
    ///   - count: the number of items.
    ///   - photographed: whether each has a drawn photo.
    /// - Throws: errors of the store, of the file system, and of drawing.
    func add(_ count: Int, photographed: Bool) async throws {
        let now = household.now()
        let first = try await household.container.read { try $0.count(for: FetchRequest<Item>()) }
        let size = photographed ? 20 : 20_000
        for start in stride(from: first, to: first + count, by: size) {
            let samples = (start..<min(start + size, first + count)).map {
                SampleItem(number: $0, now: now)
            }
            let pictures = photographed ? samples.map(picture) : []
            let photos = try await SamplePhoto.draw(pictures, for: household)
            try await household.write { context in
                let types = try types(in: context)
                var last = try Self.lastOrderingValue(in: context)
                var originals: [NewOriginal] = []
                for (index, sample) in samples.enumerated() {
                    last += 1
                    let item = sample.insert(at: last, types: types, in: context)
                    guard photographed else { continue }
                    let added = item.addPhoto(
                        photos[index].thumbnail, captureDate: nil, at: now, in: context)
                    originals.append((added.key, photos[index].file, nil))
                }
                try household.save(context, adding: originals)
            }
        }
    }

    private func picture(_ item: SampleItem) -> DrawnPicture {
        var picture = item.picture
        guard !hasLargePhotos else { return picture }
        (picture.width, picture.height) = (picture.width / 4, picture.height / 4)
        return picture
    }

    /// The asset types of the samples; missing ones are created.
    private func types(in context: ManagedObjectContext) throws -> [String: AssetType] {
        var types: [String: AssetType] = [:]
        for label in Set(SampleThing.all.map(\.assetType)).sorted() {
            types[label] =
                try AssetType.labeled(label, in: context)
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
