import Foundation
import HTTPTypes

/// A request of `Snapshots/requests.txt`.
///
/// A line is a comment after `#`, or one of these:
///
///     site household                   the site of the requests that follow
///     as Olga                          who sends them: somebody who signs in, or nobody
///     POST /tags name=new              a step, which has to succeed
///     tag: GET /tags/1                 a page with a snapshot; a redirection is followed
///     tag-refused: POST /tags name= | color=red
///     POST /sharing list=/items -> link
///     never ThingGroup.more            a property that no page fills
///
/// Fields stand between bars. `\n` in a value is the end of a line, and a value such as `@list.csv:a,b`
/// is a file with its content; that of `@photo.png` is a picture, and of `@garden.sqlite` a store. `{…}` is the key of the item with
/// this name, or a value that an earlier answer gave: after `->`, the last part of the address that it
/// leads to, or else its secret.
struct PageRequest: Sendable {
    /// The name of the snapshot; nil for a step without one.
    let name: String?
    let method: HTTPRequest.Method
    /// The path and query, with placeholders.
    let path: String
    let fields: [(name: String, value: String)]
    /// The name for the value that the answer gives.
    let result: String?
    let line: Int

    /// The lines of the file in order.
    enum Line: Sendable {
        case site(String)
        case visitor(String)
        case request(PageRequest)
        /// A property that no page fills: `never ThingGroup.more`.
        case unfilled(String)
        case unreadable(Int)
    }

    static let file = PageSnapshot.folder.appending(path: "requests.txt")

    static func lines() throws -> [Line] {
        try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, text -> Line? in
                switch text {
                case _ where text.isEmpty || text.hasPrefix("#"): nil
                case _ where text.hasPrefix("site "): .site(String(text.dropFirst(5)))
                case _ where text.hasPrefix("as "): .visitor(String(text.dropFirst(3)))
                case _ where text.hasPrefix("never "): .unfilled(String(text.dropFirst(6)))
                default:
                    PageRequest(text, line: index + 1).map(Line.request) ?? .unreadable(index + 1)
                }
            }
    }

    /// The names of all snapshots.
    static func names() throws -> [String] {
        try lines().compactMap { if case .request(let request) = $0 { request.name } else { nil } }
            + UnreachedPages.named.keys
    }

    private init?(_ text: Substring, line: Int) {
        let pattern = #/(?:([\w-]+): )?(GET|POST) ((?:\{[^}]*\}|[^ {])+)(.*?)(?: -> (\w+))?/#
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        name = match.1.map(String.init)
        method = match.2 == "GET" ? .get : .post
        // A predicate in a query has spaces.
        path = String(match.2 == "GET" ? match.3 + match.4 : match.3)
        fields =
            match.2 == "GET"
            ? []
            : match.4.dropFirst().split(separator: " | ").map { field in
                let parts = field.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts.last ?? "").replacing("\\n", with: "\n"))
            }
        result = match.5.map(String.init)
        self.line = line
    }
}
