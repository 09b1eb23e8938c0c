import Domain
import Drawing
import Foundation
import Persistence

/// An item of a sample inventory: the same number always gives the same item.
struct SampleItem: Sendable {
    let name: String
    let serialNumber: String?
    let valueInDollars: Int32
    let assetType: String?
    let dateCreated: Date
    /// The photo of the item.
    let picture: DrawnPicture

    private static let rooms = [
        "", "", "", ", hall", ", study", ", guest room", ", attic", ", garden house", ", upstairs",
    ]
    private static let shapes = [(1_280, 960), (960, 1_280), (1_200, 1_200), (1_600, 900)]

    /// - Parameters:
    ///   - number: the number of the item.
    ///   - now: the latest time at which the newest item was added.
    init(number: Int, now: Date) {
        var random = SeededGenerator(seed: number)
        let thing = random.pick(SampleThing.all)
        let shape = random.pick(Self.shapes)
        name = "\(random.pick(thing.adjectives)) \(thing.noun)\(random.pick(Self.rooms))"
        let serial = random.next() % 9_000_000 + 1_000_000
        serialNumber = thing.serialPrefix.map { "\($0)-\(serial)" }
        let span = UInt64(thing.values.upperBound - thing.values.lowerBound)
        // The product of two makes small values more frequent.
        let part = random.unit() * random.unit()
        let value = thing.values.lowerBound + Int32(Double(span) * part)
        valueInDollars = value > 200 ? value / 10 * 10 : value
        assetType = random.next() % 25 == 0 ? nil : thing.assetType
        dateCreated = now.addingTimeInterval(-random.unit() * 4 * 365 * 24 * 60 * 60)
        picture = DrawnPicture(
            subject: thing.subject, seed: number, width: shape.0, height: shape.1)
    }

    /// Creates the item's record at the end of the list.
    ///
    /// - Parameter types: the asset types by label.
    func insert(
        at orderingValue: Double, types: [String: AssetType], in context: ManagedObjectContext
    ) -> Item {
        let item = Item(context: context)
        item.orderingValue = orderingValue
        item.itemName = name
        item.serialNumber = serialNumber
        item.valueInDollars = valueInDollars
        item.dateCreated = dateCreated
        item.assetType = assetType.flatMap { types[$0] }
        return item
    }
}

extension SeededGenerator {
    /// A number from 0 up to 1, without 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// One of some values, of which there must be at least one.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(next() % UInt64(values.count))]
    }
}
