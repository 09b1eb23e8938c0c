/// The head of every paper for a customer: who sends it.
struct Letterhead: Sendable {
    /// The name of the shop.
    var shop: String
    /// The lines of its address.
    var address: String
    /// `Tax number 12/345/67890`; empty for none.
    var taxNumber: String
}

extension Letterhead {
    /// The head that a shop writes.
    ///
    /// - Parameter isWhole: whether it says the country and how to reach the shop too, as a letter does.
    init(_ details: ShopDetails, in texts: PaperTexts, isWhole: Bool = false) {
        let others =
            isWhole
            ? [details.countryCode].filter { !$0.isEmpty } + details.contactLines : []
        self.init(
            shop: details.name,
            address: (details.addressLines + others).joined(separator: "\n"),
            taxNumber: texts.taxNumber(details.taxNumber))
    }
}
