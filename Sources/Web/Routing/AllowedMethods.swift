import Hummingbird

/// The methods of each address, for the `Allow` header of a 405.
///
/// Hummingbird's router answers a wrong method with 404, as if the address did not exist.
struct AllowedMethods: Sendable {
    private var routes: [(path: RouterPath, methods: [String])] = []
    /// The indices of addresses in the routes.
    private var indices: [String: Int] = [:]

    /// Adds a method of an address; GET includes HEAD.
    mutating func add(_ method: HTTPRequest.Method, at path: RouterPath) {
        let names = method == .get ? ["GET", "HEAD"] : [method.rawValue]
        let address = path.description
        if let index = indices[address] {
            routes[index].methods += names
        } else {
            indices[address] = routes.count
            routes.append((path, names))
        }
    }

    /// The methods of an address, in the order of their routes; empty if it does not exist.
    ///
    /// A literal takes precedence over a placeholder, as in the router: `/items/new` is not an
    /// item.
    func allowed(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        let matching = routes.filter { Self.matches($0.path, segments) }
        let best = matching.max { Self.literals($0.path) < Self.literals($1.path) }
        return best?.methods ?? []
    }

    static func matches(_ path: RouterPath, _ segments: [Substring]) -> Bool {
        path.count == segments.count && zip(path, segments).allSatisfy { $0 ~= $1 }
    }

    /// The fixed part of a pattern, for precedence: whole segments count most, then endings such as
    /// `.json`.
    static func literals(_ path: RouterPath) -> Int {
        path.reduce(0) { sum, element in
            let text = element.description
            guard let end = text.lastIndex(of: "}") else { return sum + 100 }
            return sum + text.distance(from: end, to: text.endIndex) - 1
        }
    }
}
