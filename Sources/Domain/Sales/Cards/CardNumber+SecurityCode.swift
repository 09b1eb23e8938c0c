extension CardNumber {
    /// Whether a field or a column with this name holds the security code of a card, which must not
    /// be stored.
    public static func isSecurityCode(named name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return securityCodes.contains { letters.hasSuffix($0) } || letters == "cid"
    }

    /// Only whole names match `cid`, because words such as `Acid` end with it.
    private static let securityCodes = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cardcid", "securitycode",
    ]
}
