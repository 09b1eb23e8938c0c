import Domain
import Foundation
import Persistence

extension Household {
    /// A realistic household: each item with a thumbnail, a location and two tags, a third of them
    /// with a document; and sales, of which one in forty is void and one in twenty partly returned.
    ///
    /// - Parameters:
    ///   - count: the number of items. With more than 20,000, each thumbnail has 4 kB instead of
    /// 40.
    ///   - customers: the number of customers, each with two sales of five lines.
    static func filledWhole(_ path: String, count: Int, customers: Int) throws -> Household {
        let household = try filled(path, count: count)
        try household.fillBelongings(count: count, bytes: count > 20_000 ? 4_000 : 40_000)
        try household.fillSales(customers: customers)
        try household.fillCounter()
        try household.fillVoidsAndReturns()
        return household
    }

    private func fillBelongings(count: Int, bytes: Int) throws {
        try container.write { context in
            for number in 1...500 { Location(context: context).name = "Location \(number)" }
            for number in 1...50 { Tag(context: context).name = "Tag \(number)" }
            try save(context)
        }
        let batch = 2_000
        for start in stride(from: 0, to: count, by: batch) {
            try container.write { context in
                let locations = try context.fetch(FetchRequest<Location>())
                let tags = try context.fetch(FetchRequest<Tag>())
                for number in start..<min(start + batch, count) {
                    guard
                        let item = try context.existingObject(
                            Item.self, recordNumber: Int64(number + 1))
                    else { continue }
                    item.addPhoto(
                        Self.bytes(bytes, of: number), captureDate: nil, at: now(), in: context)
                    item.location = locations[number * 7 % locations.count]
                    item.setTags([tags[number % tags.count], tags[(number * 3 + 1) % tags.count]])
                    if number % 3 == 0 { _ = try item.addReceipt(number, in: context) }
                }
                try save(context)
            }
        }
    }

    private func fillVoidsAndReturns() throws {
        let numbers = try container.read { context in
            try context.fetchObjectIDs(FetchRequest<Sale>()).compactMap(\.recordNumber)
        }
        let (void, returned) = (
            numbers.filter { $0 % 40 == 0 }, numbers.filter { $0 % 20 == 7 }
        )
        for part in [void, returned] {
            for start in stride(from: 0, to: part.count, by: 1_000) {
                try container.write { context in
                    for number in part[start..<min(start + 1_000, part.count)] {
                        guard let sale = try Sale.find(number, in: context) else { continue }
                        if number % 40 == 0 {
                            try sale.void(reason: "Typed twice")
                        } else if let day = sale.day {
                            _ = try sale.addReturn(sale.wholeReturn(on: day), in: context)
                        }
                    }
                    try save(context)
                }
            }
        }
    }

    /// Different bytes for each item, which are never decoded.
    private static func bytes(_ count: Int, of number: Int) -> Data {
        var state = UInt64(number + 1)
        return Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
    }
}
