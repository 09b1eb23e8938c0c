import Foundation

/// The name with which a person signs in.
enum AccountName {
    static let longest = 60

    /// The name as it is kept.
    ///
    /// - Throws: ``AccountError`` if it is none.
    static func checked(_ name: String) throws(AccountError) -> String {
        let name = name.precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw AccountError(.name, "enter a value") }
        guard name.count <= longest, name.utf8.count <= 4 * longest else {
            throw AccountError(.name, "it is longer than \(longest) characters")
        }
        let isPrintable = name.unicodeScalars.allSatisfy {
            !CharacterSet.controlCharacters.contains($0) && !CharacterSet.newlines.contains($0)
        }
        guard isPrintable else {
            throw AccountError(.name, "it has characters that cannot be seen")
        }
        return name
    }

    /// The name by which it is found: neither case nor the way in which it was typed counts.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
