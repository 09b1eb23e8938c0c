/// A pattern of LIKE: `*` for any text, `?` for one Unicode scalar, `\` before either for itself.
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

    /// What each text begins with that fits a pattern; nil if that may be anything.
    static func beginning(of pattern: String) -> String? {
        let beginning = pattern.unicodeScalars.prefix { !["*", "?", "\\"].contains($0) }
        return beginning.isEmpty ? nil : String(beginning)
    }

    /// Whether the whole text fits. Takes time in proportion to text times pattern at most.
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
