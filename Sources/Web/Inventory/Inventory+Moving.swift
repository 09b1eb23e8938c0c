import Domain
import Foundation

extension Inventory {
    /// An item that was moved.
    struct MovedItem: Sendable {
        let item: ItemValues
        let formerIndex: Int
        let index: Int
    }

    /// Moves an item within the whole list, whatever part of it was shown.
    ///
    /// - Parameter expected: the order as the page had it that the move was made on.
    /// - Throws: a 404; a 409 if the order is another one by now.
    func move(
        _ key: UUID, to position: ItemPosition, expecting expected: ExpectedOrder = ExpectedOrder()
    ) async throws -> MovedItem {
        try await change { context in
            let item = try item(key, in: context)
            let former = try ItemOrder.index(of: item, in: context) ?? 0
            try expected.check(item, at: former, movingTo: position, in: context)
            switch position {
            case .index(let index): try ItemOrder.move(item, to: index, in: context)
            case .step(let step): try ItemOrder.move(item, step, in: context)
            }
            try household.save(context)
            let index = try ItemOrder.index(of: item, in: context) ?? 0
            return MovedItem(item: try ItemValues(item), formerIndex: former, index: index)
        }
    }
}
