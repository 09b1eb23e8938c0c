import Domain
import Foundation
import Persistence

extension Household {
    /// A household with a number of items, each of one of three types.
    ///
    /// - Parameter pictured: the number of items with a thumbnail as large as that of a camera's
    ///   picture. Default: none.
    static func filled(_ path: String, count: Int, pictured: Int = 0) throws -> Household {
        try filled(DataDirectory(path: path), count: count, pictured: pictured)
    }

    /// The same, with the records in a file or in a database.
    static func filled(
        _ directory: DataDirectory, count: Int, pictured: Int = 0
    ) throws -> Household {
        let household = try Household(directory: directory)
        let batch = 20_000
        for start in stride(from: 0, to: count, by: batch) {
            try household.container.write { context in
                let types = try AssetType.all(in: context)
                for number in start..<min(start + batch, count) {
                    let item = Item(context: context)
                    item.itemName = "Item number \(number + 1)"
                    item.serialNumber = "SN-\(10_000_000 + number)"
                    item.valueInDollars = Int32(number % 5000)
                    item.orderingValue = Double(number + 1)
                    item.assetType = types[number % types.count]
                    if number < pictured {
                        item.addPhoto(
                            Self.thumbnail(number), captureDate: nil, at: household.now(),
                            in: context)
                    }
                }
                try household.save(context)
            }
        }
        return household
    }

    /// Different bytes for each item, which are never decoded.
    private static func thumbnail(_ number: Int) -> Data {
        var state = UInt64(number + 1)
        return Data(
            (0..<40_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
    }
}
