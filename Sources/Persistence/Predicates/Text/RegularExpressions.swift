import Foundation
import Synchronization

/// A cache of the compiled regular expressions of models and of MATCHES, with limits against
/// hostile ones.
final class RegularExpressions: Sendable {
    static let shared = RegularExpressions()

    /// In UTF-16 code units.
    static let maximumPatternLength = 1_000
    /// In UTF-16 code units.
    static let maximumTextLength = 100_000
    /// The time limit of one match.
    static let maximumDuration = Duration.milliseconds(250)
    private static let maximumCount = 200

    enum Failure: Error, CustomStringConvertible {
        case invalid(String)
        case tooLong
        case textTooLong
        case tooSlow(String)

        var description: String {
            switch self {
            case .invalid(let pattern): "“\(pattern)” is not a regular expression."
            case .tooLong:
                "A regular expression may have "
                    + "\(RegularExpressions.maximumPatternLength) characters at most."
            case .textTooLong:
                "A regular expression takes texts of \(RegularExpressions.maximumTextLength) "
                    + "characters at most."
            case .tooSlow(let pattern):
                "The regular expression “\(pattern)” takes too long to match."
            }
        }
    }

    private struct Key: Hashable {
        let pattern: String
        let isCaseInsensitive: Bool
    }

    private let compiled = Mutex<[Key: NSRegularExpression]>([:])

    /// Throws if the pattern is invalid.
    func check(_ pattern: String) throws(Failure) {
        _ = try expression(pattern, [])
    }

    /// Whether the whole text matches.
    func matches(
        _ text: String, _ pattern: String, _ options: FetchComparison.Options
    ) throws(Failure) -> Bool {
        let options = TextFolding.effective(options)
        let marks = options.intersection(.diacriticInsensitive)
        let text = TextFolding.folded(text, marks)
        let expression = try expression(TextFolding.folded(pattern, marks), options)
        let length = text.utf16.count
        guard length <= Self.maximumTextLength else { throw .textTooLong }
        let whole = NSRange(location: 0, length: length)
        let start = ContinuousClock.now
        var isMatch = false
        var isLate = false
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: whole) {
            result, _, stop in
            if let result {
                isMatch = result.range == whole
                stop.pointee = true
            } else if ContinuousClock.now - start > Self.maximumDuration {
                isLate = true
                stop.pointee = true
            }
        }
        if isLate { throw .tooSlow(pattern) }
        return isMatch
    }

    private func expression(
        _ pattern: String, _ options: FetchComparison.Options
    ) throws(Failure) -> NSRegularExpression {
        let key = Key(
            pattern: pattern, isCaseInsensitive: options.contains(.caseInsensitive))
        if let expression = compiled.withLock({ $0[key] }) { return expression }
        guard pattern.utf16.count <= Self.maximumPatternLength else { throw .tooLong }
        // Anchors are part of the pattern, so that the engine tries further alternatives until one
        // reaches the end.
        guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil,
            let expression = try? NSRegularExpression(
                pattern: "(?:\(pattern))\\z",
                options: key.isCaseInsensitive ? [.caseInsensitive] : [])
        else { throw .invalid(pattern) }
        compiled.withLock {
            if $0.count >= Self.maximumCount { $0.removeAll() }
            $0[key] = expression
        }
        return expression
    }
}

/// A pattern of LIKE: `*` for any text, `?` for one Unicode scalar, `\` to escape either.
struct LikePattern: Sendable {
    private enum Part: Sendable, Equatable {
        case scalar(Unicode.Scalar)
        case one
        case any
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                parts.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": parts.append(.one)
            case "*":
                if parts.last != .any { parts.append(.any) }
            default: parts.append(.scalar(scalar))
            }
        }
        if isEscaped { parts.append(.scalar("\\")) }
        self.parts = parts
    }

    /// The fixed prefix of all matching texts; nil if there is none.
    static func beginning(of pattern: String) -> String? {
        let beginning = pattern.unicodeScalars.prefix { !["*", "?", "\\"].contains($0) }
        return beginning.isEmpty ? nil : String(beginning)
    }

    /// Whether the whole text matches, in time proportional to text times pattern.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var (position, part) = (0, 0)
        var restart: (position: Int, part: Int)?
        while position < scalars.count {
            if part < parts.count, parts[part] == .any {
                part += 1
                restart = (position, part)
            } else if part < parts.count,
                parts[part] == .one || parts[part] == .scalar(scalars[position])
            {
                position += 1
                part += 1
            } else if let (start, next) = restart {
                restart = (start + 1, next)
                (position, part) = (start + 1, next)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }
}
