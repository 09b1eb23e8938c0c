import Foundation
import Synchronization

/// The regular expressions of models, compiled once.
final class PatternCache: Sendable {
    static let shared = PatternCache()

    private let compiled = Mutex<[String: NSRegularExpression]>([:])

    /// Whether a pattern matches the whole of a string. A pattern that cannot be read matches
    /// nothing; the model's check reports it.
    func matches(_ string: String, _ pattern: String) -> Bool {
        guard let expression = expression(for: pattern) else { return false }
        let whole = NSRange(string.startIndex..., in: string)
        return expression.firstMatch(in: string, options: [.anchored], range: whole)?.range == whole
    }

    private func expression(for pattern: String) -> NSRegularExpression? {
        compiled.withLock { compiled in
            if let expression = compiled[pattern] { return expression }
            // The whole string has to match: alternatives must not end early.
            let expression = try? NSRegularExpression(pattern: "(?:\(pattern))\\z")
            compiled[pattern] = expression
            return expression
        }
    }
}
