/// What a receipt is printed on.
enum Paper: String, CaseIterable, Sendable {
    case a4
    case letter
    /// A roll 80 mm wide.
    case roll

    var label: String {
        switch self {
        case .a4: "A4"
        case .letter: "Letter"
        case .roll: "80 mm roll"
        }
    }

    /// The lengths in millimetres for which the style sheet has a page; a roll is cut behind its
    /// page.
    private static let rollLengths = [100, 140, 180, 240, 320, 480, 640, 1_000]

    /// The name of the page in the style sheet for a receipt.
    ///
    /// - Parameters:
    ///   - lines: the number of lines that were sold.
    ///   - others: the number of lines about the shop, beyond its name and one line at the end.
    func pageName(lines: Int, others: Int) -> String {
        guard self == .roll else { return rawValue }
        // A line with a long name takes three rows of print; head and foot take ten.
        let needed = 70 + 14 * lines + 6 * others
        let length = Self.rollLengths.first { $0 >= needed } ?? 1_000
        return "roll-\(length)"
    }
}
