import Hummingbird

extension Request {
    /// Whether the answer goes to a program: the address ends in `.json`, or JSON is what the client
    /// accepts, and accepts before HTML.
    var wantsJSON: Bool {
        if uri.path.hasSuffix(".json") { return true }
        guard let accept = headers[.accept] else { return false }
        let types = accept.split(separator: ",").compactMap { $0.split(separator: ";").first }
            .map { $0.drop { $0 == " " }.lowercased() }
        let json = types.firstIndex { $0.hasPrefix("application/json") || $0.hasSuffix("+json") }
        let html = types.firstIndex { $0.hasPrefix("text/html") }
        guard let json else { return false }
        return html.map { json < $0 } ?? true
    }

    /// Whether a person follows the answer in a browser, which says so on every page it opens.
    var isNavigation: Bool { headers[.secFetchMode] == "navigate" }
}
