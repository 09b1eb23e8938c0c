/// Another form of the same page.
struct AlternateLink: Sendable {
    /// The media type: `application/json`, `text/csv`.
    var type: String
    var path: String

    /// What becomes of the page while it is open.
    static func events(_ path: String) -> AlternateLink {
        AlternateLink(type: "text/event-stream", path: path)
    }
}
