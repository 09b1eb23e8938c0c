import Domain
import Foundation
import Persistence

extension Household {
    /// A household with a number of items, forty in a location, with three photos each, and a
    /// document for every fourth. Every thirteenth location contains the next twelve. The originals
    /// are hard links to a few files, which saves space.
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
                // In order, so that a location's number identifies its contents.
                try household.save(context)
            }
        }
        let picture = try Data(TestPicture(megapixels: 1).jpeg)
        let batch = 1_000
        for start in stride(from: 0, to: count, by: batch) {
            let keys = try household.container.write { context in
                var keys: [UUID] = []
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
                        keys.append(
                            item.addPhoto(
                                Self.smallPicture(number * 3 + photo), captureDate: nil, at: now,
                                in: context
                            ).key)
                    }
                    if number % 4 == 0 { keys.append(try item.addReceipt(number, in: context)) }
                }
                try household.save(context)
                return keys
            }
            try household.link(keys, to: picture)
        }
        return household
    }

    /// Links the originals of records to one file; a disk allows some ten thousand links to a file.
    private func link(_ keys: [UUID], to picture: Data) throws {
        let file = directory.images + "/\(keys[0])"
        try picture.write(to: URL(fileURLWithPath: file))
        for key in keys.dropFirst() {
            guard Glibc.link(file, directory.images + "/\(key)") == 0 else {
                throw BenchmarkFailure(
                    "A picture was not linked: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Different bytes for each number, which are never decoded.
    private static func smallPicture(_ number: Int) -> Data {
        var state = UInt64(number + 1)
        return Data(
            (0..<10_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
    }
}

extension Item {
    /// Adds a receipt.
    ///
    /// - Returns: the key of its original.
    func addReceipt(_ number: Int, in context: ManagedObjectContext) throws -> UUID {
        let digits = String(repeating: "0", count: 64 - String(number).count) + String(number)
        guard let checksum = FileChecksum(digits) else {
            throw BenchmarkFailure("“\(digits)” is no checksum.")
        }
        return add(
            NewDocument(
                name: "Receipt \(number + 1).pdf", kind: .receipt, mediaType: "application/pdf",
                byteCount: 20_000, checksum: checksum, thumbnail: nil),
            at: Date(), in: context
        ).key
    }
}
