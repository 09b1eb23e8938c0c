import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Takes out of pages what the viewer would be refused: links and forms whose routes are not for them.
///
/// It goes by the routes themselves, so that no page has to know who looks at it.
struct RefusedLinks: Sendable {
    /// Routes by the first segment of their paths.
    private let routes: [Substring: [SiteRoutes.Route]]
    private let base: Int
    /// What was made of pages, by their tags.
    private let kept = ChangeCache<String, ByteBuffer>(limit: 4_000_000) { $0.readableBytes }

    init(_ routes: SiteRoutes) {
        let base = routes.basePath.path.split(separator: "/").count
        self.base = base
        self.routes = Dictionary(grouping: routes.routes) { route in
            route.path.count > base ? Substring(route.path[base].description) : ""
        }
    }

    func finish(_ response: inout Response, _ context: SiteContext) async throws {
        guard context.viewer.isLimited,
            response.headers.first(.contentType)?.hasPrefix("text/html") == true,
            response.status != .notModified
        else { return }
        response.body = ResponseBody(byteBuffer: try await body(of: response, context.viewer))
    }

    private func body(of response: Response, _ viewer: Viewer) async throws -> ByteBuffer {
        // A tag stands for its content for good, and for one kind of viewer.
        let tag = response.headers.first(.eTag)
        if let tag, let body = kept.value(for: tag, at: 0) { return body }
        let collected = BodyCollector.Collected()
        try await response.body.write(BodyCollector(into: collected))
        let body = ByteBuffer(bytes: html(Array(collected.buffer.readableBytesView), for: viewer))
        if let tag { kept.keep(body, for: tag, at: 0) }
        return body
    }

    /// The page without what is refused. Buttons and forms go; of a link in a text, the text stays.
    func html(_ html: [UInt8], for viewer: Viewer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(html.count)
        var rest = html[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            result += rest[..<start]
            rest = rest[start...]
            guard let element = Element(rest), isRefused(element, to: viewer) else {
                result.append(rest.removeFirst())
                continue
            }
            if !element.isControl { result += element.content }
            rest = rest[element.end...]
        }
        return result + rest
    }

    private func isRefused(_ element: Element, to viewer: Viewer) -> Bool {
        let path = String(decoding: element.address, as: UTF8.self)
        let segments = path.split(separator: "/")
        let candidates = routes[segments.dropFirst(base).first ?? ""] ?? []
        let best = candidates.filter {
            $0.method == element.method && AllowedMethods.matches($0.path, segments)
        }.max { AllowedMethods.literals($0.path) < AllowedMethods.literals($1.path) }
        return best.map { !viewer.may($0.access) } ?? false
    }

    /// A link or a form that leads to an address of this site.
    private struct Element {
        let method: HTTPRequest.Method
        /// The address without query and fragment.
        let address: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
        /// Whether nothing of it stays: a form, or a link that looks like a button.
        let isControl: Bool
        /// Behind its end.
        let end: Int

        /// The element that begins a text; nil if it is no such.
        init?(_ text: ArraySlice<UInt8>) {
            let isLink = text.starts(with: Array("<a ".utf8))
            guard isLink || text.starts(with: Array("<form ".utf8)),
                let tagEnd = text.firstIndex(of: UInt8(ascii: ">"))
            else { return nil }
            let tag = text[..<tagEnd]
            guard let address = Self.value(of: isLink ? "href" : "action", in: tag),
                address.first == UInt8(ascii: "/"),
                let close = Self.range(of: isLink ? "</a>" : "</form>", in: text[tagEnd...])
            else { return nil }
            let isPost = !isLink && Self.range(of: " method=\"post\"", in: tag) != nil
            method = isPost ? .post : .get
            self.address = address.prefix {
                $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
            }
            content = text[(tagEnd + 1)..<close.lowerBound]
            let style = Self.value(of: "class", in: tag).map { String(decoding: $0, as: UTF8.self) }
            isControl =
                !isLink
                || ["button", "menu__item", "__action", "__link"].contains {
                    style?.contains($0) == true
                }
            end = close.upperBound
        }

        private static func value(
            of attribute: String, in tag: ArraySlice<UInt8>
        ) -> ArraySlice<UInt8>? {
            guard let start = range(of: " \(attribute)=\"", in: tag) else { return nil }
            return tag[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        }

        private static func range(
            of text: String, in bytes: ArraySlice<UInt8>
        ) -> Range<Int>? {
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
}
