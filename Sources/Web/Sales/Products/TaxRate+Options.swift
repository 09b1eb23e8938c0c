import Domain
import Persistence

extension TaxRate: TitledRecord {}

extension SelectOption {
    /// No tax on what is sold.
    static let noTax = SelectOption(value: "none", label: "No tax")

    /// The tax of what is sold.
    init(_ rate: TaxRate) {
        self.init(
            value: String(rate.objectID.recordNumber ?? 0),
            label: rate.title + (rate.isAdded ? ", added" : ""))
    }
}
