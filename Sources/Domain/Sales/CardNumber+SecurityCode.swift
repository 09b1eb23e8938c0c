extension CardNumber {
    /// Whether a field or a column of this name has the security code of a card, which nobody may keep.
    public static func isSecurityCode(named name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return securityCodes.contains { letters.hasSuffix($0) } || letters == "cid"
    }

    /// Words end with `cid` too: `Acid`.
    private static let securityCodes = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cardcid", "securitycode",
    ]
}
