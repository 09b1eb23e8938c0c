extension FieldDescription.Copying {
    /// The allowed numbers of copies.
    public static let counts = 1...100

    /// The initial text in the form of a copy.
    ///
    /// - Parameter text: the text of the record.
    public func text(ofCopyOf text: String) -> String {
        switch self {
        case .same: text
        case .counted, .distinct: self.text(text, ofCopyAt: 1)
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
        case .distinct: text.countedUp(by: index) ?? (text.isEmpty ? "" : "\(text) \(index + 1)")
        case .numbered: text.countedUp(by: index) ?? ""
        case .unique: ""
        }
    }
}

extension String {
    /// The text with a higher number at its end: `Box 10` after `Box 09`. Nil if it does not end in
    /// a number.
    fileprivate func countedUp(by steps: Int) -> String? {
        let digits = utf8.reversed().prefix { (48...57).contains($0) }
        guard !digits.isEmpty else { return nil }
        var carry = steps
        var raised = ""
        for digit in digits {
            let sum = Int(digit - 48) + carry
            raised = String(sum % 10) + raised
            carry = sum / 10
        }
        return String(decoding: utf8.dropLast(digits.count), as: UTF8.self)
            + (carry > 0 ? String(carry) : "") + raised
    }
}
