import Persistence

/// The rule by which serial numbers are the same: separators, case and accents do not matter.
enum SerialNumber {
    /// Items with a serial number.
    static func isSame(as text: String) throws -> FetchPredicate {
        let plain = withoutSeparators(text)
        let number = plain.isEmpty ? text : plain
        return try FetchPredicate(
            format: "serialNumber ==[cd] %@ OR plainSerialNumber ==[cd] %@", number, number)
    }

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
