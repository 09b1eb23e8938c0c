/// What people call a browser, made of what it calls itself: `Firefox on Android`.
enum BrowserName {
    /// In the order in which they are looked for, since most browsers name others too.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
        ("Safari", "Safari"), ("curl", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
    ]

    /// - Parameter agent: what the browser calls itself; empty for what says nothing.
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
