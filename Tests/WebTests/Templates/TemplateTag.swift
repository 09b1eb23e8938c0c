/// A tag of a Mustache template.
struct TemplateTag {
    enum Kind {
        case variable, unescaped, section, inverted, end, partial, parent, block, comment
    }

    var kind: Kind
    var name: String
    /// The text before the tag on its line.
    var indentation: Substring

    /// The tags of a template in order.
    static func tags(in template: String) -> [TemplateTag] {
        var tags: [TemplateTag] = []
        var rest = template[...]
        while let opening = rest.firstRange(of: "{{") {
            let isTriple = rest[opening.upperBound...].hasPrefix("{")
            let closing = isTriple ? "}}}" : "}}"
            let start = rest.index(opening.upperBound, offsetBy: isTriple ? 1 : 0)
            guard let end = rest[start...].firstRange(of: closing) else { break }
            let line = rest[..<opening.lowerBound].split(
                separator: "\n", omittingEmptySubsequences: false)
            tags.append(
                TemplateTag(
                    String(rest[start..<end.lowerBound]), isTriple: isTriple,
                    indentation: line.last ?? ""))
            rest = rest[end.upperBound...]
        }
        return tags
    }

    private init(_ content: String, isTriple: Bool, indentation: Substring) {
        let kinds: [Character: Kind] = [
            "#": .section, "^": .inverted, "/": .end, ">": .partial, "<": .parent, "$": .block,
            "!": .comment, "&": .unescaped,
        ]
        if isTriple {
            kind = .unescaped
            name = content
        } else if let first = content.first, let kind = kinds[first] {
            self.kind = kind
            name = String(content.dropFirst()).trimmingPrefix(" ").description
        } else {
            kind = .variable
            name = content
        }
        self.indentation = indentation
    }
}
