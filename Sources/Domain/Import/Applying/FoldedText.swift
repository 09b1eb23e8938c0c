import Foundation

extension String {
    /// The text without regard to case and accents, for comparing names.
    var foldedForMatching: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
