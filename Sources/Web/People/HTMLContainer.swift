import HTTPTypes

/// An element of a page that is removed once all controls in it are gone.
struct HTMLContainer {
    let opening: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
    let closing: ArraySlice<UInt8>
    /// The index after its end.
    var end: Int { closing.endIndex }

    private static let names = ["details", "section"]
    /// Elements that are removed together with the only control in them.
    private static let wrappers = ["p", "li", "dd", "div"]
    /// Elements that title a container, and do not count as content.
    private static let headings = ["summary", "h2", "h3"]

    /// The container at the start of a text; nil if there is none.
    init?(_ text: ArraySlice<UInt8>) {
        guard let name = Self.names.first(where: { HTMLBytes.opens($0, text) }),
            let tagEnd = text.firstIndex(of: UInt8(ascii: ">")),
            let close = Self.close(of: name, in: text[(tagEnd + 1)...])
        else { return nil }
        opening = text[...tagEnd]
        content = text[(tagEnd + 1)..<close.lowerBound]
        closing = text[close]
    }

    /// The closing tag of an element whose content starts the text.
    private static func close(of name: String, in text: ArraySlice<UInt8>) -> Range<Int>? {
        var depth = 0
        var rest = text
        let closing = Array("</\(name)>".utf8)
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: closing) {
                if depth == 0 { return start..<(start + closing.count) }
                depth -= 1
            } else if HTMLBytes.opens(name, rest) {
                depth += 1
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether the content is only a heading.
    static func isBlank(_ content: [UInt8]) -> Bool {
        var rest = content.drop(while: HTMLBytes.isSpace)
        if let name = headings.first(where: { HTMLBytes.opens($0, rest) }),
            let end = HTMLBytes.range(of: "</\(name)>", in: rest)
        {
            rest = rest[end.upperBound...]
        }
        return rest.allSatisfy(HTMLBytes.isSpace)
    }

    /// Removes the elements around a removed control, as long as they contain nothing else.
    ///
    /// - Parameters:
    ///   - before: the text before the control.
    ///   - after: the text after it.
    static func removeEmptied(_ before: inout [UInt8], _ after: inout ArraySlice<UInt8>) {
        while true {
            let inner = after.drop(while: HTMLBytes.isSpace)
            guard let start = before.lastIndex(of: UInt8(ascii: "<")),
                let tagEnd = before[start...].firstIndex(of: UInt8(ascii: ">")),
                before[(tagEnd + 1)...].allSatisfy(HTMLBytes.isSpace),
                let name = wrappers.first(where: { HTMLBytes.opens($0, before[start...]) }),
                inner.starts(with: Array("</\(name)>".utf8))
            else { return }
            before.removeSubrange(start...)
            after = inner.dropFirst(name.utf8.count + 3)
        }
    }
}

/// Searches in the bytes of a page.
enum HTMLBytes {
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a }

    /// Whether a text starts with the opening tag of an element.
    static func opens(_ name: String, _ text: ArraySlice<UInt8>) -> Bool {
        let tag = Array("<\(name)".utf8)
        guard text.starts(with: tag), let next = text.dropFirst(tag.count).first else {
            return false
        }
        return next == UInt8(ascii: ">") || next == 0x20
    }

    /// The range of a text in bytes.
    static func range(of text: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let text = Array(text.utf8)
        guard let first = text.first else { return nil }
        var rest = bytes
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text) { return start..<(start + text.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

/// A link or a form with an address of this site.
struct HTMLControl {
    /// The addresses, without query and fragment, that a user must be able to use to see it: its
    /// own, and that of the form for which its page is there (`data-post`).
    let targets: [(method: HTTPRequest.Method, address: ArraySlice<UInt8>)]
    let content: ArraySlice<UInt8>
    /// Whether it is removed completely, as a form or a link that looks like a button is.
    let isControl: Bool
    /// The index after its end.
    let end: Int

    /// The control at the start of a text; nil if there is none.
    init?(_ text: ArraySlice<UInt8>) {
        guard let tagEnd = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = text[..<tagEnd]
        let isLink = text.starts(with: Array("<a ".utf8))
        guard isLink || text.starts(with: Array("<form ".utf8)),
            let address = Self.address(isLink ? "href" : "action", in: tag),
            let close = HTMLBytes.range(of: isLink ? "</a>" : "</form>", in: text[tagEnd...])
        else { return nil }
        let style = Self.value(of: "class", in: tag).map { String(decoding: $0, as: UTF8.self) }
        let isPost = !isLink && HTMLBytes.range(of: " method=\"post\"", in: tag) != nil
        let posted = Self.address("data-post", in: tag).map {
            (method: HTTPRequest.Method.post, address: $0)
        }
        targets =
            [(method: isPost ? .post : .get, address: address)] + [posted].compactMap(\.self)
        content = text[(tagEnd + 1)..<close.lowerBound]
        isControl =
            !isLink
            || ["button", "menu__item", "__action", "__link"].contains {
                style?.contains($0) == true
            }
        end = close.upperBound
    }

    private static func address(
        _ attribute: String, in tag: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let address = value(of: attribute, in: tag), address.first == UInt8(ascii: "/")
        else { return nil }
        return address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    }

    private static func value(
        of attribute: String, in tag: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let start = HTMLBytes.range(of: " \(attribute)=\"", in: tag) else { return nil }
        return tag[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    }
}
