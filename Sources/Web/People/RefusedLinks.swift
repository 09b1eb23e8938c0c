import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Removes links and forms from pages if the user has no access to their routes.
///
/// It uses the access of the routes themselves, so that pages do not depend on the user.
struct RefusedLinks: Sendable {
    /// The routes by the first segment of their paths.
    private let routes: [Substring: [SiteRoutes.Route]]
    private let base: Int
    /// The adapted pages, by their tags.
    private let cache = ChangeCache<String, ByteBuffer>(limit: 4_000_000) { $0.readableBytes }

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
        // A tag identifies the content and the kind of viewer.
        let tag = response.headers.first(.eTag)
        if let tag, let body = cache.value(for: tag, at: 0) { return body }
        let collected = BodyCollector.Collected()
        try await response.body.write(BodyCollector(into: collected))
        let body = ByteBuffer(
            bytes: html(Array(collected.buffer.readableBytesView)[...], for: viewer))
        if let tag { cache.store(body, for: tag, at: 0) }
        return body
    }

    /// The page without denied controls. Buttons and forms are removed, with the elements around
    /// them that have no other content. A link inside a text leaves its text.
    private func html(_ html: ArraySlice<UInt8>, for viewer: Viewer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(html.count)
        var rest = html
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            result += rest[..<start]
            rest = rest[start...]
            if let container = HTMLContainer(rest) {
                let content = self.html(container.content, for: viewer)
                let isEmptied =
                    content.count < container.content.count
                    && HTMLContainer.isBlank(content)
                if !isEmptied { result += container.opening + content + container.closing }
                rest = rest[container.end...]
            } else if let element = HTMLControl(rest), isRefused(element, to: viewer) {
                if !element.isControl { result += element.content }
                rest = rest[element.end...]
                if element.isControl { HTMLContainer.removeEmptied(&result, &rest) }
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    private func isRefused(_ element: HTMLControl, to viewer: Viewer) -> Bool {
        element.targets.contains { isRefused($0.method, $0.address, to: viewer) }
    }

    private func isRefused(
        _ method: HTTPRequest.Method, _ address: ArraySlice<UInt8>, to viewer: Viewer
    ) -> Bool {
        let segments = String(decoding: address, as: UTF8.self).split(separator: "/")
        let candidates = routes[segments.dropFirst(base).first ?? ""] ?? []
        let best = candidates.filter {
            $0.method == method && AllowedMethods.matches($0.path, segments)
        }.max { AllowedMethods.literals($0.path) < AllowedMethods.literals($1.path) }
        return best.map { !viewer.may($0.access) } ?? false
    }
}
