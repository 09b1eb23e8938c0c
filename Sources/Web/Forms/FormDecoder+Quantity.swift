import Domain
import Foundation

extension FormDecoder {
    /// A quantity of groceries, or of what is sold: `1.5`, `½`.
    mutating func quantity(_ field: String, label: String) -> Posted<Decimal> {
        switch line(field, label: label) {
        case .absent: return .absent
        case .cleared: return .cleared
        case .value(let text):
            do throws(QuantityFault) {
                guard let quantity = try Quantity.parse(text, by: form.region) else {
                    return .cleared
                }
                return .value(quantity)
            } catch {
                fail(field, label, error.description)
                return .absent
            }
        }
    }
}
