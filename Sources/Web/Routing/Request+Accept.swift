import Domain
import Hummingbird

extension Request {
    /// Whether the response is for a program: the address ends in `.json`, or the client prefers
    /// JSON to HTML by quality or order.
    var wantsJSON: Bool {
        if uri.path.hasSuffix(".json") { return true }
        guard let accept = headers[.accept] else { return false }
        let ranges = accept.split(separator: ",").map { ContentType(String($0)) }
        let json = ranges.bestIndex {
            $0.name.hasPrefix("application/json") || $0.name.hasSuffix("+json")
        }
        let html = ranges.bestIndex { $0.name.hasPrefix("text/html") }
        guard let json else { return false }
        guard let html else { return true }
        let (first, second) = (ranges[json].quality, ranges[html].quality)
        return first == second ? json < html : first > second
    }

    /// Whether a browser opens a page with this request.
    var isNavigation: Bool { headers[.secFetchMode] == "navigate" }

    /// Whether a page in a browser sends the request, as its headers tell.
    var isFromPage: Bool {
        headers[.secFetchSite] != nil || headers[.origin] != nil
    }

    /// The region for reading dates and numbers: the household's if a page sends the request.
    var region: Region { isFromPage ? .current : .unchosen }
}

extension ContentType {
    /// The quality of a media type, from 0 to 1 (RFC 9110, 12.4.2).
    fileprivate var quality: Double {
        parameters["q"].map { Double($0) ?? 0 } ?? 1
    }
}

extension [ContentType] {
    /// The index of the preferred media type among those that a condition selects; the first of
    /// equal ones, and nil if none is accepted.
    fileprivate func bestIndex(where isSelected: (ContentType) -> Bool) -> Int? {
        let candidates = indices.filter { isSelected(self[$0]) && self[$0].quality > 0 }
        return candidates.max {
            self[$0].quality < self[$1].quality || (self[$0].quality == self[$1].quality && $0 > $1)
        }
    }
}
