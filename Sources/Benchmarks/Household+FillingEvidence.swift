import Domain
import Foundation
import Persistence

extension Household {
    /// A household with so many items, forty in a location, with three photos each, and a document for every
    /// fourth. Every thirteenth location has the twelve that follow it in it. There are no originals.
    static func filledWithEvidence(_ path: String, count: Int) throws -> Household {
        let household = try Household(directory: DataDirectory(path: path))
        let perLocation = 40
        let locations = max(13, count / perLocation)
        try household.container.write { context in
            var outer: Location?
            for number in 0..<locations {
                let location = Location(context: context)
                location.name = "Location \(number + 1)"
                if number % 13 == 0 {
                    outer = location
                } else {
                    location.parent = outer
                }
                // In their order, so that a location's number tells what is in it.
                try household.save(context)
            }
        }
        let batch = 1_000
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
                    item.location = try Location.find(
                        Int64(number / perLocation % locations + 1), in: context)
                    let now = household.now()
                    for photo in 0..<3 {
                        _ = item.addPhoto(
                            Self.picture(number * 3 + photo), captureDate: nil, at: now, in: context
                        )
                    }
                    if number % 4 == 0 { try item.addReceipt(number, in: context) }
                }
                try household.save(context)
            }
        }
        return household
    }

    /// Bytes of which no two have the same; nobody looks at them.
    private static func picture(_ number: Int) -> Data {
        var state = UInt64(number + 1)
        return Data(
            (0..<10_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
    }
}

extension Item {
    /// Adds a receipt without a file.
    fileprivate func addReceipt(_ number: Int, in context: ManagedObjectContext) throws {
        let digits = String(repeating: "0", count: 64 - String(number).count) + String(number)
        guard let checksum = FileChecksum(digits) else {
            throw BenchmarkFailure("“\(digits)” is no checksum.")
        }
        _ = add(
            NewDocument(
                name: "Receipt \(number + 1).pdf", kind: .receipt, mediaType: "application/pdf",
                byteCount: 20_000, checksum: checksum, thumbnail: nil),
            at: Date(), in: context)
    }
}
