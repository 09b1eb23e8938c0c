extension FieldDescription.Copying {
    /// The allowed numbers of copies.
    public static let counts = 1...100

    /// The text of the first of some copies. A single copy is not counted: a copy of “iPhone 15” is
    /// no “iPhone 16”.
    ///
    /// - Parameters:
    ///   - text: the text of the record.
    ///   - count: the number of copies. Default: one.
    public func text(ofCopyOf text: String, count: Int = 1) -> String {
        switch self {
        case .same: text
        case .counted: count > 1 ? self.text(text, ofCopyAt: 1) : text
        case .distinct:
            count == 1 && text.endsInDigit ? "\(text) (2)" : self.text(text, ofCopyAt: 1)
        case .numbered, .unique: ""
        }
    }

    /// The text of one of several copies.
    ///
    /// - Parameters:
    ///   - text: the text of the first copy.
    ///   - index: the index of the copy, 0 for the first.
    public func text(_ text: String, ofCopyAt index: Int) -> String {
        guard index > 0 else { return text }
        return switch self {
        case .same: text
        case .counted: text.countedUp(by: index) ?? text
        case .distinct: text.countedUp(by: index) ?? (text.isEmpty ? "" : "\(text) (\(index + 1))")
        case .numbered: text.countedUp(by: index) ?? ""
        case .unique: ""
        }
    }

    /// Whether further copies count up.
    public var countsUp: Bool {
        switch self {
        case .same, .unique: false
        case .counted, .distinct, .numbered: true
        }
    }
}

extension String {
    fileprivate var endsInDigit: Bool { utf8.last.map { (48...57).contains($0) } ?? false }

    /// The text with a higher number at its end: `Box 10` after `Box 09`, `Box (3)` after `Box (2)`.
    /// Nil if it does not end in a number, or has other text in the brackets: `Bolt (M8)`.
    fileprivate func countedUp(by steps: Int) -> String? {
        let end = hasSuffix(")") ? ")" : ""
        let digits = utf8.dropLast(end.utf8.count).reversed().prefix { (48...57).contains($0) }
        let start = utf8.dropLast(digits.count + end.utf8.count)
        guard !digits.isEmpty, end.isEmpty || start.reversed().starts(with: "( ".utf8) else {
            return nil
        }
        var carry = steps
        var raised = ""
        for digit in digits {
            let sum = Int(digit - 48) + carry
            raised = String(sum % 10) + raised
            carry = sum / 10
        }
        return String(decoding: start, as: UTF8.self)
            + (carry > 0 ? String(carry) : "") + raised + end
    }
}
