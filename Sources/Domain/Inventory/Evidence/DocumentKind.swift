/// What a document of an item is.
public enum DocumentKind: String, Sendable, CaseIterable {
    case receipt, manual, warranty, appraisal, other

    /// The word for people.
    public var label: String {
        switch self {
        case .receipt: "Receipt"
        case .manual: "Manual"
        case .warranty: "Warranty"
        case .appraisal: "Appraisal"
        case .other: "Other"
        }
    }

    /// Whether it shows that the item was there, and what it cost or is worth. A manual does not.
    public var isProof: Bool { self != .manual && self != .other }

    /// What the name of a file says: `receipt.pdf`, `Kaufbeleg.jpg`; otherwise ``other``.
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
