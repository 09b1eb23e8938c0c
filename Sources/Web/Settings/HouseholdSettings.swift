import Domain
import Foundation
import Hummingbird
import Synchronization

/// The household's settings outside of records, in a file of the data directory.
final class HouseholdSettings: Sendable {
    private struct Values: Codable, Equatable, Sendable {
        var name: String?
        /// Whether the sample books stay, so that the notice about them is hidden.
        var keepsSamples: Bool?
        /// Whether the first questions were answered or skipped, so that the first page hides them.
        var hasStarted: Bool?
    }

    /// The maximum length of the name, which has to fit into the header.
    static let longestName = 60

    private let file: SettingsFile<Values>

    /// Reads the file, if it exists.
    ///
    /// - Throws: ``ConfigurationError`` that names the file if it cannot be read.
    init(path: String, isShared: Bool = false) throws(ConfigurationError) {
        do {
            file = try SettingsFile(path: path, isShared: isShared, initial: Values())
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error). Remove it to name the household again.")
        }
    }

    /// The name of the household; empty for none.
    var name: String { file.value.name ?? "" }

    /// Whether the sample books stay.
    var keepsSamples: Bool { file.value.keepsSamples ?? false }

    /// Names the household.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func rename(to name: String) throws {
        try file.change { $0.name = name.isEmpty ? nil : name }
    }

    /// Records whether the sample books stay.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func keepSamples(_ keeps: Bool) throws {
        try file.change { $0.keepsSamples = keeps ? true : nil }
    }

    /// Whether the first questions were answered or skipped.
    var hasStarted: Bool { file.value.hasStarted ?? false }

    /// Records that the first questions were answered or skipped.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func start() throws {
        try file.change { $0.hasStarted = true }
    }

    /// A text that changes with the settings on all pages.
    var mark: String {
        let values = file.value
        return
            "\(values.name ?? "")\u{1}\(values.keepsSamples ?? false)\(values.hasStarted ?? false)"
    }
}

/// Settings in a JSON file of the data directory, cached in memory.
///
/// If other servers share the file, it is read again after one of them has written it.
final class SettingsFile<Value: Codable & Equatable & Sendable>: Sendable {
    private struct State {
        var value: Value
        /// The state of the file before it was read.
        var stamp: FileStamp
    }

    private let path: String
    /// The value without a file.
    private let initial: Value
    /// Whether other servers may write the file.
    private let isShared: Bool
    /// The permissions of the file.
    private let permissions: mode_t
    private let state: Mutex<State>

    /// Reads the file, if it exists.
    ///
    /// - Parameter permissions: the permissions of the file. Default: readable for all.
    /// - Throws: errors of the file system, and of a malformed file.
    init(
        path: String, isShared: Bool = false, initial: Value, permissions: mode_t = 0o644
    ) throws {
        self.path = path
        self.initial = initial
        self.isShared = isShared
        self.permissions = permissions
        state = Mutex(try Self.read(path, initial))
    }

    private static func read(_ path: String, _ initial: Value) throws -> State {
        let stamp = FileStamp(path)
        guard access(path, F_OK) == 0 else { return State(value: initial, stamp: stamp) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return State(value: try JSONDecoder().decode(Value.self, from: data), stamp: stamp)
    }

    /// The current settings.
    var value: Value {
        state.withLock { state in
            // If the file cannot be read now, the next access tries again.
            if isShared, FileStamp(path) != state.stamp,
                let new = try? Self.read(path, initial)
            {
                state = new
            }
            return state.value
        }
    }

    /// Changes the settings and writes the file.
    ///
    /// - Throws: errors of the closure and the file system; nothing is changed then.
    func change(_ body: (inout Value) throws -> Void) throws {
        try state.withLock { state in
            guard isShared else { return try change(&state, body) }
            // The lock keeps a change by another server from being lost.
            try FileLock.withLock(at: path + ".lock") {
                state = try Self.read(path, initial)
                try change(&state, body)
            }
        }
    }

    private func change(_ state: inout State, _ body: (inout Value) throws -> Void) throws {
        var changed = state.value
        try body(&changed)
        guard changed != state.value else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try FileWriting.write(
            Array(encoder.encode(changed)), at: path, permissions: permissions)
        state = State(value: changed, stamp: FileStamp(path))
    }
}

/// The color scheme of pages in a browser.
enum Appearance: String, CaseIterable, Sendable {
    /// The scheme of the device.
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

extension Site {
    /// The breadcrumb above a page with settings.
    var settingsCrumb: PathLink { PathLink(label: "Settings", path: links(.settings)) }
}

/// The country that a browser's languages suggest.
struct BrowserRegion: Sendable, Hashable {
    /// The two-letter code; nil if there is no suggestion.
    let code: String?
    /// The region of the country; not chosen if there is no suggestion.
    let region: Region

    init(_ request: Request) {
        self.init(acceptLanguage: request.headers[.acceptLanguage] ?? "")
    }

    /// Takes the first language with a country.
    init(acceptLanguage: String) {
        code = Region.identifiers(askedForBy: acceptLanguage).first.map { String($0.suffix(2)) }
        region = Region.preferred(by: acceptLanguage) ?? .unchosen
    }

    /// The country's currency; nil if it is not supported.
    var currency: Currency? {
        code.flatMap { Locale(identifier: "und_\($0)").currency }.flatMap {
            Currency($0.identifier)
        }
    }

    /// The English name; empty if there is no suggestion.
    var countryName: String {
        guard let code else { return "" }
        let name = Locale(identifier: "en_US").localizedString(forRegionCode: code) ?? code
        return PostalAddress.countryCode(of: name) == code ? name : code
    }
}
