import Hummingbird

/// The colour scheme of pages in a browser.
enum Appearance: String, CaseIterable, Sendable {
    /// That of the device.
    case auto
    case light
    case dark

    private static let cookieName = "appearance"
    /// The lifetime of the cookie in seconds: the maximum in browsers.
    private static let lifetime = 400 * 24 * 3600

    /// The browser's choice; that of the device by default.
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

    /// The cookie with the choice.
    func cookie(basePath: BasePath) -> Cookie {
        Cookie(
            name: Self.cookieName, value: self == .auto ? "" : rawValue,
            maxAge: self == .auto ? 0 : Self.lifetime, path: basePath.path + "/", httpOnly: true,
            sameSite: .lax)
    }
}
