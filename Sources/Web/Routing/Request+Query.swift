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
