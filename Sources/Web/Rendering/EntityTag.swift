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

/// A hash of contents that is the same in every run.
///
/// It is FNV-1a over words of eight bytes with a final mix, which protects against accidents, but
/// not against attacks.
struct ContentHash: Sendable {
    private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of all added bytes.
    var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ (mixed >> 33)
    }

    /// The hash as sixteen hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
        mix(rest)
        mix(UInt64(bytes.count))
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x0000_0100_0000_01b3
        state ^= state >> 29
    }
}
