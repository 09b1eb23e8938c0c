import Domain
import Foundation

/// Why an amount is taxed as it is, by the codes of UNTDID 5305 that EN 16931 takes over.
enum TaxCategory: String, Sendable, CaseIterable {
    /// A tax at a rate above zero.
    case standard = "S"
    /// A tax whose rate is zero.
    case zero = "Z"
    /// No tax, for a reason that the invoice says.
    case exempt = "E"

    init(_ tax: SaleTax) {
        switch tax.percent {
        case nil: self = .exempt
        case let percent?: self = percent.number == 0 ? .zero : .standard
        }
    }

    /// `S: standard rate`.
    var text: String {
        switch self {
        case .standard: "S: standard rate"
        case .zero: "Z: zero rate"
        case .exempt: "E: exempt from tax"
        }
    }
}
