import Hummingbird

/// Whether pages are light or dark in a browser.
enum Appearance: String, CaseIterable, Sendable {
    /// As the device is set.
    case auto
    case light
    case dark

    private static let cookieName = "appearance"
    /// Seconds for which a browser remembers it: the longest that browsers allow.
    private static let lifetime = 400 * 24 * 3600

    /// The choice that a browser sends; that of the device, if it sends none.
    init(_ request: Request) {
        self = request.cookieValue(Self.cookieName).flatMap(Self.init(rawValue:)) ?? .auto
    }

    var label: String {
        switch self {
        case .auto: "As the device"
        case .light: "Light"
        case .dark: "Dark"
        }
    }

    /// What makes a browser remember the choice.
    func cookie(basePath: BasePath) -> Cookie {
        Cookie(
            name: Self.cookieName, value: self == .auto ? "" : rawValue,
            maxAge: self == .auto ? 0 : Self.lifetime, path: basePath.path + "/", httpOnly: true,
            sameSite: .lax)
    }
}
