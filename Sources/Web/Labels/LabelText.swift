/// The texts on a label.
struct LabelText: Sendable {
    let code: LabelCode
    /// The number, `A-0042`, or the price of a product.
    let number: String
    let name: String
    /// The location.
    let place: String
}
