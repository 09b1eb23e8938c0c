import Domain
import Hummingbird

extension Request {
    /// Whether the answer goes to a program: the address ends in `.json`, or the client accepts JSON
    /// rather than HTML: with a higher quality, or named before it.
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

    /// Whether a person follows the answer in a browser, which says so on every page it opens.
    var isNavigation: Bool { headers[.secFetchMode] == "navigate" }

    /// Whether a page in a browser sends it: browsers say so with every form, scripts do not.
    var isFromPage: Bool {
        headers[.secFetchSite] != nil || headers[.origin] != nil
    }

    /// By which its days and numbers are read: that of the household if a page sends it.
    var region: Region { isFromPage ? .current : .unchosen }
}

extension ContentType {
    /// How much the client wants what is named, from 0, not at all, to 1 (RFC 9110, 12.4.2).
    fileprivate var quality: Double {
        parameters["q"].map { Double($0) ?? 0 } ?? 1
    }
}

extension [ContentType] {
    /// The index of what the client wants most of those that a condition selects; the first of
    /// several, and nil if it wants none.
    fileprivate func bestIndex(where isSelected: (ContentType) -> Bool) -> Int? {
        let candidates = indices.filter { isSelected(self[$0]) && self[$0].quality > 0 }
        return candidates.max {
            self[$0].quality < self[$1].quality || (self[$0].quality == self[$1].quality && $0 > $1)
        }
    }
}
