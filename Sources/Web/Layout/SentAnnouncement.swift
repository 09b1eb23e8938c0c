import Foundation
import Hummingbird

/// An announcement on its way to the page that shows it: in a cookie for that page alone, which the
/// page takes back.
///
/// So a reload, a bookmark and somebody who is given the address never read what was not done.
struct SentAnnouncement: Sendable {
    let announcement: Announcement
    /// The item that was moved, and its index before.
    var moved: (key: UUID, formerIndex: Int)?
    /// What names the change, for the notice that offers to take it back.
    var token: String?

    private static let name = "notice"
    /// Seconds within which a browser has followed a redirect.
    private static let lifetime = 30

    init(
        _ announcement: Announcement, moved: (key: UUID, formerIndex: Int)? = nil,
        token: String? = nil
    ) {
        self.announcement = announcement
        self.moved = moved
        self.token = token
    }

    /// Reads the value of a cookie; nil if it is not one that this program wrote.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard let word = parts.first, let announcement = Announcement(named: word)
        else { return nil }
        self.announcement = announcement
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

    /// The cookie that carries it to the page at a path.
    func cookie(to path: String) -> Cookie {
        let place = moved.map { ".\($0.key.uuidString).\($0.formerIndex)" }
        let more = place ?? token.map { ".\($0)" } ?? ""
        return Self.cookie("\(announcement)" + more, for: path, lifetime: Self.lifetime)
    }

    /// The cookie that ends it once the page at a path was made.
    static func end(at path: String) -> Cookie { cookie("", for: path, lifetime: 0) }

    private static func cookie(_ value: String, for path: String, lifetime: Int) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: lifetime, path: path, httpOnly: true,
            sameSite: .strict)
    }
}

extension Request {
    /// What the request before this one did, if this one asks for the page that tells it.
    var sentAnnouncement: SentAnnouncement? { SentAnnouncement(self) }

    /// What the request before this one did.
    var announcement: Announcement? { sentAnnouncement?.announcement }
}
