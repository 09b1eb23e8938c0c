import Domain
import HTTPTypes

/// An error response, in words for the person who sent the request.
///
/// Controllers throw it; ``ErrorPages`` turns it into a page or into `application/problem+json`.
struct SiteError: Error, Sendable {
    var status: HTTPResponse.Status
    /// The summary in one short sentence.
    var title: String
    /// The cause and the remedy.
    var detail: String
    var headers: HTTPFields = [:]
    /// The faults of single fields or parameters.
    var faults: [FieldError] = []
    /// Further members of the problem document, such as `limit` and `size`.
    var members: [(name: String, value: JSONValue)] = []
}

extension SiteError {
    /// What a missing record's answer says below its title.
    static let notFoundDetail = "It may have been deleted, or the address may be mistyped."

    /// The address or record does not exist.
    static func notFound(_ title: String = "This page does not exist") -> SiteError {
        SiteError(status: .notFound, title: title, detail: notFoundDetail)
    }

    /// The address does not support the method.
    static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: [String]) -> SiteError {
        SiteError(
            status: .methodNotAllowed, title: "This address does not accept \(method.rawValue)",
            detail: "It takes \(allowed.listText).",
            headers: [.allow: allowed.joined(separator: ", ")],
            members: [("allow", .array(allowed.map(JSONValue.string)))])
    }

    /// The request is malformed.
    static func malformed(_ detail: String) -> SiteError {
        SiteError(status: .badRequest, title: "This request is malformed", detail: detail)
    }

    /// Data above its limit in bytes; the size is nil if not all of it was read.
    static func tooLarge(_ what: String, limit: Int, size: Int?) -> SiteError {
        let came = size.map(ByteCount.text) ?? "more than \(ByteCount.text(limit))"
        var members = [("limit", JSONValue.int(limit))]
        if let size { members.append(("size", .int(size))) }
        return SiteError(
            status: .contentTooLarge, title: "\(what) is too large",
            detail: "It is \(came); at most \(ByteCount.text(limit)) are accepted.",
            members: members)
    }

    /// Data of an unsupported type, with its name and MIME type.
    static func unsupportedType(_ detail: String, mimeType: String) -> SiteError {
        SiteError(
            status: .unsupportedMediaType, title: "This content type is not accepted",
            detail: detail, members: [("type_found", .string(mimeType))])
    }

    /// A form from a page of another site.
    static var foreignOrigin: SiteError {
        SiteError(
            status: .forbidden, title: "This form came from another site",
            detail: """
                Nothing was changed. Forms are accepted from this site’s own pages and from programs; \
                open the page here and send the form again.
                """)
    }

    /// A request with invalid fields or parameters.
    static func unprocessable(_ title: String, faults: [FieldError]) -> SiteError {
        ValidationErrors(faults: faults).error(title)
    }

    /// A request with an invalid field or parameter.
    static func unprocessable(
        _ title: String, _ field: String, _ label: String, _ message: String
    ) -> SiteError {
        ValidationErrors(field, label, message).error(title)
    }

    /// An edit of a record that has changed since the form was opened.
    static func stale(_ detail: String) -> SiteError {
        SiteError(
            status: .conflict, title: "This has changed since you opened it", detail: detail)
    }

    /// An edit of a record that has another version now.
    static func stale(_ version: Int64, _ current: JSONValue) -> SiteError {
        var error = stale(
            "It has version \(version) now. Read it again, or post without a version.")
        error.members = [("current", current)]
        return error
    }

    /// Too much work in the queue.
    static func busy(retryAfterSeconds seconds: Int) -> SiteError {
        SiteError(
            status: .serviceUnavailable, title: "The server is busy",
            detail: "Nothing was changed. Try again in \(seconds) seconds.",
            headers: [.retryAfter: String(seconds)])
    }

    /// A fault of the program; its text is only logged.
    static var internalFault: SiteError {
        SiteError(
            status: .internalServerError, title: "Something went wrong here",
            detail: "This is an error in the program. Nothing was partly saved.")
    }
}

extension SiteError {
    /// The same error after part of the request was saved, with a text that says so.
    func after(_ outcome: Submission.Outcome) -> SiteError {
        var error = self
        switch outcome {
        case .nothingSaved: return self
        case .partlySaved:
            error.detail = """
                A part of what you sent is saved, and the rest may not be: look before you send it again.
                """
        case .saved:
            // The request must not be sent again.
            error.headers[.retryAfter] = nil
            error.title = "It was saved, but cannot be shown"
            error.detail =
                "What you sent was saved. Do not send it again; open its page in a moment."
        }
        return error
    }
}
