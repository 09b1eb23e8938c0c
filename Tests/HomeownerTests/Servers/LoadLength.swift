import Foundation

/// The duration of the load, in HOMEOWNER_LOAD_SECONDS, and the number of clients per server, in
/// HOMEOWNER_LOAD_CLIENTS.
enum LoadLength {
    /// Default: until each event has happened once.
    static var seconds: Int { setting("HOMEOWNER_LOAD_SECONDS") ?? 0 }
    /// Default: 6, and 50 if there is a duration.
    static var clients: Int { setting("HOMEOWNER_LOAD_CLIENTS") ?? (isLong ? 50 : 6) }
    /// Whether the duration includes events that happen once a minute.
    static var isLong: Bool { seconds >= 60 }

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
