import Foundation

extension String {
    /// The text without regard to case and accents, for comparing names.
    var foldedForMatching: String {
        // Most names are plain: the answer is the same.
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
