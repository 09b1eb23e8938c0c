/// Normalization of serial numbers for searches.
enum SerialNumber {
    /// Removes the separators of a serial number.
    static func withoutSeparators(_ text: String) -> String {
        String(text.unicodeScalars.filter { !isSeparator($0) })
    }

    private static func isSeparator(_ character: Unicode.Scalar) -> Bool {
        let properties = character.properties
        return !properties.isAlphabetic && properties.numericType != .decimal
            && properties.canonicalCombiningClass == .notReordered
    }
}
