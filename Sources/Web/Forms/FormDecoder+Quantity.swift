import Domain
import Foundation

extension FormDecoder {
    /// A quantity of groceries: `1.5`, `½`.
    mutating func quantity(_ field: String, label: String) -> Posted<Decimal> {
        switch line(field, label: label) {
        case .absent: return .absent
        case .cleared: return .cleared
        case .value(let text):
            do throws(GroceryQuantityFault) {
                guard let quantity = try GroceryQuantity.parse(text, by: form.region) else { return .cleared }
                return .value(quantity)
            } catch {
                fail(field, label, error.description)
                return .absent
            }
        }
    }
}
