/// The kind of a document.
public enum DocumentKind: String, Sendable, CaseIterable {
    case receipt, manual, warranty, appraisal, other

    /// The word for users.
    public var label: String {
        switch self {
        case .receipt: "Receipt"
        case .manual: "Manual"
        case .warranty: "Warranty"
        case .appraisal: "Appraisal"
        case .other: "Other"
        }
    }

    /// Whether it proves possession, cost or value of the item. A manual does not.
    public var isProof: Bool { self != .manual && self != .other }

    /// The kind that a file name suggests: `receipt.pdf`, `Kaufbeleg.jpg`; otherwise ``other``.
    public init(fileName: String) {
        let name = fileName.lowercased()
        let words: [(DocumentKind, [String])] = [
            (.receipt, ["receipt", "invoice", "bill", "rechnung", "beleg", "quittung"]),
            (.manual, ["manual", "guide", "handbuch", "anleitung"]),
            (.warranty, ["warranty", "guarantee", "garantie"]),
            (.appraisal, ["appraisal", "valuation", "gutachten"]),
        ]
        self = words.first { $0.1.contains(where: name.contains) }?.0 ?? .other
    }
}
