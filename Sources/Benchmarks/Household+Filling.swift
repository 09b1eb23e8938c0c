import Domain
import Persistence

extension Household {
    /// A household with so many items, each of one of three types.
    static func filled(_ path: String, count: Int) throws -> Household {
        let household = try Household(directory: DataDirectory(path: path))
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
                }
                try household.save(context)
            }
        }
        return household
    }
}
