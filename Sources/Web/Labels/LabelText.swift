/// What stands on one label.
struct LabelText: Sendable {
    let code: LabelCode
    /// `A-0042`, or the price of a product.
    let number: String
    let name: String
    /// Where it is.
    let place: String
}
