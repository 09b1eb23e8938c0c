import Hummingbird

/// An entity tag, which identifies a version of a response (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag with its quotes.
    let text: String

    /// A tag for exactly this content.
    init(contentOf content: String) {
        var hash = ContentHash()
        hash.add(content)
        self.init(hash.text)
    }

    /// A tag of the values that the content depends on: the number of a save, the templates.
    init(dependingOn values: UInt64...) {
        self.init(values.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    /// A tag of an ASCII text without quotes.
    init(_ opaque: String) {
        text = "\"\(opaque)\""
    }

    /// Whether the client has this version.
    func matches(_ request: Request) -> Bool {
        guard request.headers.contains(.ifNoneMatch), let tags = request.headers[.ifNoneMatch]
        else { return false }
        return tags.split(separator: ",").contains { tag in
            let trimmed = tag.drop { $0 == " " }
            let strong = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
            return strong.prefix { $0 != " " } == text || trimmed == "*"
        }
    }

    /// The response for a client that has this version.
    var notModified: Response {
        Response(status: .notModified, headers: [.eTag: text, .cacheControl: "no-cache"])
    }
}
