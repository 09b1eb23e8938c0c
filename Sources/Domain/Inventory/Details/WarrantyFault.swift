/// A text that says no end of a warranty.
public struct WarrantyFault: Error, Equatable, Sendable, CustomStringConvertible {
    let text: String

    public var description: String {
        "“\(text.prefix(100))” is no end of a warranty; write a day as in 2027-03-01, “3 years”, or "
            + "“for life”"
    }
}
