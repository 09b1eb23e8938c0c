import Domain
import Hummingbird
import Persistence

extension Site {
    /// Checks that clients on other machines must sign in, and that the database can store the
    /// accounts.
    ///
    /// - Throws: ``ConfigurationError`` that says how to add the first person, or which permission
    ///   the database role lacks.
    func checkAccounts() async throws {
        do {
            try await checkWhoSignsIn()
        } catch PersistenceError.cannotOpen(let place, .noPermission(let reason)) {
            throw ConfigurationError(
                """
                The accounts cannot be opened (\(place)): \(reason). They have their own schema next to \
                that of the records. Grant the role CREATE ON DATABASE, or create the schema for it.
                """)
        }
    }

    private func checkWhoSignsIn() async throws {
        if household.directory.isShared, !configuration.hasNoAccounts {
            _ = try await accounts.isEmpty
        }
        guard configuration.isExposed, try await accounts.isEmpty else { return }
        let place =
            household.directory.isShared ? "--store …" : "--data \(configuration.dataDirectory)"
        throw ConfigurationError(
            """
            Other machines are to reach the server, but no one can sign in yet. Add yourself \
            first: homeowner user add NAME \(place)
            """)
    }
}

extension Site {
    /// The address of the site as the client uses it, without a trailing slash.
    func address(of request: Request) -> String { request.server + links.basePath.path }
}

/// The name of a browser from its user agent: `Firefox on Android`.
enum BrowserName {
    /// In this order, since most user agents contain the names of other browsers.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
        ("Safari", "Safari"), ("curl", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]

    /// - Parameter agent: the user agent; empty if unknown.
    static func text(_ agent: String) -> String {
        let browser = browsers.first { agent.contains($0.0) }?.1
        let system = systems.first { agent.contains($0.0) }?.1
        return switch (browser, system) {
        case (let browser?, let system?): "\(browser) on \(system)"
        case (let name?, nil), (nil, let name?): name
        case (nil, nil): agent.isEmpty ? "A program" : String(agent.prefix(60))
        }
    }
}
