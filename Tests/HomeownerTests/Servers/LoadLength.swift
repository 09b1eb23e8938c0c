import Foundation

/// For how long servers are under load. HOMEOWNER_LOAD_SECONDS says it, and HOMEOWNER_LOAD_CLIENTS with how many
/// clients each.
enum LoadLength {
    /// Default: as long as it takes to have each thing happen once.
    static var seconds: Int { setting("HOMEOWNER_LOAD_SECONDS") ?? 0 }
    /// Default: 6, and 50 if there is time for them.
    static var clients: Int { setting("HOMEOWNER_LOAD_CLIENTS") ?? (isLong ? 50 : 6) }
    /// Whether there is time for what happens once a minute.
    static var isLong: Bool { seconds >= 60 }

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
