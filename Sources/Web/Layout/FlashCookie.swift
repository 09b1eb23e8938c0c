import Foundation
import Hummingbird

/// A flash message in a cookie for the next page only, which then deletes the cookie.
///
/// A reload, a bookmark or a shared address therefore never shows it again.
struct FlashCookie: Sendable {
    let flash: FlashMessage
    /// The item that was moved, and its index before.
    var moved: (key: UUID, formerIndex: Int)?
    /// The token of the change, for the undo button.
    var token: String?

    private static let name = "notice"
    /// The number of seconds in which a browser follows a redirect.
    private static let lifetime = 30

    init(
        _ flash: FlashMessage, moved: (key: UUID, formerIndex: Int)? = nil,
        token: String? = nil
    ) {
        self.flash = flash
        self.moved = moved
        self.token = token
    }

    /// Parses the value of a cookie; nil if this program did not write it.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard let word = parts.first, let flash = FlashMessage(named: word)
        else { return nil }
        self.flash = flash
        if parts.count == 3, let key = UUID(uuidString: String(parts[1])),
            let index = Int(parts[2]), index >= 0
        {
            moved = (key, index)
        } else if parts.count == 2 {
            token = String(parts[1])
        }
    }

    fileprivate init?(_ request: Request) {
        guard let value = request.cookieValue(Self.name) else { return nil }
        self.init(value)
    }

    /// The cookie that carries the flash message to the page at a path.
    func cookie(to path: String) -> Cookie {
        let place = moved.map { ".\($0.key.uuidString).\($0.formerIndex)" }
        let more = place ?? token.map { ".\($0)" } ?? ""
        return Self.cookie("\(flash)" + more, for: path, lifetime: Self.lifetime)
    }

    /// The cookie that deletes it after the page at a path was rendered.
    static func end(at path: String) -> Cookie { cookie("", for: path, lifetime: 0) }

    private static func cookie(_ value: String, for path: String, lifetime: Int) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: lifetime, path: path, httpOnly: true,
            sameSite: .strict)
    }
}

extension Request {
    /// The flash message of the previous request, if this request asks for its page.
    var flashCookie: FlashCookie? { FlashCookie(self) }

    /// The flash message of the previous request.
    var flash: FlashMessage? { flashCookie?.flash }
}
