import Foundation

/// The name with which a person signs in.
enum AccountName {
    static let maximumLength = 60

    /// The name as it is stored.
    ///
    /// - Throws: ``AccountError`` if it is not valid.
    static func checked(_ name: String) throws(AccountError) -> String {
        let name = name.precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw AccountError(.name, "enter a value") }
        guard name.count <= maximumLength, name.utf8.count <= 4 * maximumLength else {
            throw AccountError(.name, "it is longer than \(maximumLength) characters")
        }
        let isPrintable = name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !CharacterSet.newlines.contains($0)
        }
        guard isPrintable else {
            throw AccountError(.name, "it has characters that cannot be seen")
        }
        return name
    }

    /// The form of a name for look-ups, without differences of case and composition.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
