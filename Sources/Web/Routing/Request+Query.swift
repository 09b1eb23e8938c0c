import Domain
import HTTPTypes
import Hummingbird

extension Request {
    /// The query parameters in order, decoded like forms: a plus sign is a space.
    ///
    /// - Throws: ``SiteError`` 400 if one of them is not UTF-8.
    var queryFields: [(name: String, value: String)] {
        get throws(SiteError) {
            do {
                return try QueryText.decode((uri.query ?? "").utf8)
            } catch {
                throw SiteError.malformed("Parameter \(error.position) is not UTF-8 text.")
            }
        }
    }
}

extension Request {
    /// The fields of a new record's form in the address: `/books/new?category=3`. Card numbers are
    /// removed, as from every form.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8, or a value contains a NUL.
    var namedFields: FormData {
        get throws(SiteError) {
            var form = FormData()
            for field in try queryFields {
                let value = try FormText.normalized(field.value, field: field.name)
                form.append(FormData.Field(name: field.name, value: value))
            }
            return form.withoutCardNumbers
        }
    }
}

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

extension Request {
    /// The bearer token (RFC 6750, 2.1); nil if there is none. It is not accepted in addresses and
    /// forms, which end up in histories and logs.
    var bearer: String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}

extension Request {
    /// The value of a cookie; nil if there is none. Bytes are compared without parsing other
    /// cookies, because each request of a signed-in user needs it.
    func cookieValue(_ name: String) -> String? {
        guard headers.contains(.cookie) else { return nil }
        for var header in headers[values: .cookie] {
            let value = header.withUTF8 { Self.cookieValue(name, in: $0) }
            if let value { return value }
        }
        return nil
    }

    private static func cookieValue(
        _ name: String, in header: UnsafeBufferPointer<UInt8>
    ) -> String? {
        var rest = header[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            let pair = rest[..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            rest = rest[end...].dropFirst()
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                pair[..<equals].elementsEqual(name.utf8)
            else { continue }
            return String(decoding: pair[equals...].dropFirst(), as: UTF8.self)
        }
        return nil
    }
}

extension Request {
    /// The server as the client knows it: `https://house.local:8080`. ``ProxyCheck`` has determined
    /// the scheme.
    var server: String {
        (head.scheme == "https" ? "https://" : "http://") + (head.authority ?? "localhost")
    }
}

extension Request {
    /// The period in the address, `from` and `to`; nil if there is none.
    ///
    /// - Throws: ``SiteError`` 422 if one is not a date, or the last one is before the first.
    func days() throws(SiteError) -> (first: CalendarDay?, last: CalendarDay?) {
        let first = try day("from")
        let last = try day("to")
        if let first, let last, last < first {
            throw .unprocessable(
                "There are no such days", "to", "Day", "\(last) is before the first day, \(first)")
        }
        return (first, last)
    }

    /// A date in the address; nil if there is none.
    ///
    /// - Throws: ``SiteError`` 422 if it is not a date.
    func day(_ name: String) throws(SiteError) -> CalendarDay? {
        guard let text = uri.queryParameters.get(name), !text.isEmpty else { return nil }
        do {
            return try CalendarDay(parsing: text, by: region)
        } catch {
            throw .unprocessable("There is no such day", name, "Day", error.description)
        }
    }
}
