/// A link or a form that leads to an address of this site, or a field of a form elsewhere on the page.
struct HTMLControl {
    /// What decides whether it is offered. Addresses have neither query nor fragment.
    enum Target {
        case get(ArraySlice<UInt8>)
        case post(ArraySlice<UInt8>)
        /// A page that is there for what is posted from it (`data-post`).
        case getToPost(ArraySlice<UInt8>, ArraySlice<UInt8>)
        /// The form with an id.
        case form([UInt8])
    }

    let target: Target
    /// The id of a form; nil for none.
    let id: [UInt8]?
    let content: ArraySlice<UInt8>
    /// Whether nothing of it stays: a form, or a link that looks like a button.
    let isControl: Bool
    /// Behind its end.
    let end: Int

    /// The element that begins a text; nil if it is no such.
    init?(_ text: ArraySlice<UInt8>) {
        guard let tagEnd = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = text[..<tagEnd]
        if text.starts(with: Array("<input ".utf8)) {
            guard let form = Self.value(of: "form", in: tag) else { return nil }
            self.init(
                target: .form(Array(form)), id: nil, content: [], isControl: true, end: tagEnd + 1)
            return
        }
        let isLink = text.starts(with: Array("<a ".utf8))
        guard isLink || text.starts(with: Array("<form ".utf8)),
            let address = Self.address(isLink ? "href" : "action", in: tag),
            let close = HTMLBytes.range(of: isLink ? "</a>" : "</form>", in: text[tagEnd...])
        else { return nil }
        let style = Self.value(of: "class", in: tag).map { String(decoding: $0, as: UTF8.self) }
        let isPost = !isLink && HTMLBytes.range(of: " method=\"post\"", in: tag) != nil
        let target: Target =
            if isPost {
                .post(address)
            } else if let posted = Self.address("data-post", in: tag) {
                .getToPost(address, posted)
            } else {
                .get(address)
            }
        self.init(
            target: target, id: isLink ? nil : Self.value(of: "id", in: tag).map(Array.init),
            content: text[(tagEnd + 1)..<close.lowerBound],
            isControl: !isLink
                || ["button", "menu__item", "__action", "__link"].contains {
                    style?.contains($0) == true
                }, end: close.upperBound)
    }

    private init(
        target: Target, id: [UInt8]?, content: ArraySlice<UInt8>, isControl: Bool, end: Int
    ) {
        self.target = target
        self.id = id
        self.content = content
        self.isControl = isControl
        self.end = end
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
