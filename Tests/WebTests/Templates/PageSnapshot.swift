import Foundation

@testable import Web

/// A page as a site answers it.
struct PageSnapshot: Sendable {
    static let folder = ViewsFolder.root.appending(path: "Tests/WebTests/Snapshots")

    let status: Int
    /// The whole page.
    let html: String

    /// The content of the page, without the layout.
    var content: String {
        html.firstMatch(of: #/<main.*<\/main>/#.dotMatchesNewlines()).map { String($0.0) } ?? html
    }

    /// The recorded text: the status, the title, and the content, or the whole page if it is there for
    /// its layout, without values that differ in another run.
    func text(named name: String) -> String {
        let title = html.firstMatch(of: #/<title>(.*?)<\/title>/#)?.1 ?? ""
        let text = name.hasPrefix("layout") ? html : content
        return Self.ruled("<!-- \(status) \(title) -->\n\(text)\n")
    }

    /// Replaces values that differ in another run: keys and tokens by `{key 1}`, numbered by their first
    /// appearance in the page; instants and days since shortly before the household was made by `{time}`
    /// and `{day}`; versions of files, and what is made at random, by its name.
    private static func ruled(_ page: String) -> String {
        var text = page
        var keys: [Substring: Int] = [:]
        let key =
            #/[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}|\b[0-9a-f]{32}\b|(?:\/|homeowner_)[\w-]{43}(?![\w-])/#
        text.replace(key) { match in
            let number = keys[match.0] ?? keys.count + 1
            keys[match.0] = number
            return (match.0.hasPrefix("/") ? "/" : "") + "{key \(number)}"
        }
        text.replace(NSTemporaryDirectory(), with: "{folder}/")
        text.replace(#/\?(v=[\w-]|mark=[0-9a-f]{64})[\w-]*/#) { match in
            "?\(match.1.prefix { $0 != "=" })={version}"
        }
        text.replace(#/(name="form" value=")\w+/#) { "\($0.1){form}" }
        text.replace(#/(name="secret" value="|__secret">)[A-Z2-7 ]+/#) { "\($0.1){secret}" }
        text.replace(#/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/#, with: "{code}")
        text.replace(#/\d+\.\d kB/#, with: "{size} kB")
        text.replace(#/(such as <code>)[a-z ]+/#) { "\($0.1){passphrase}" }
        text.replace(#/(<svg class="qr".*?)<path.*<\/svg>/#) { "\($0.1)</svg>" }
        text.replace(MachineNames.own.all.joined(separator: ", "), with: "{names}")
        // Long selections, of currencies for example.
        let option =
            #/((?:<option value="[^"]*">[^<]*<\/option>\s*){3})(?:<option value="[^"]*">[^<]*<\/option>\s*){10,}/#
        text.replace(option) { "\($0.1)…\n" }
        text.replace(#/20\d\d-\d\d-\d\dT[\d:.]+Z/#) { isRecent($0.0) ? "{time}" : "\($0.0)" }
        text.replace(#/[A-Z][a-z]+ \d{1,2}, 20\d\d, \d{1,2}:\d\d/#, with: "{time}")
        text.replace(#/20\d\d-\d\d-\d\d/#) { isRecent($0.0) ? "{day}" : "\($0.0)" }
        text.replace(#/([A-Z][a-z]{2})[a-z]* (\d{1,2}), (20\d\d)/#) { match in
            guard let month = months.firstIndex(of: match.1) else { return "\(match.0)" }
            let parts = [month + 1, Int(match.2) ?? 0].map { ($0 < 10 ? "-0" : "-") + "\($0)" }
            return isRecent("\(match.3)\(parts.joined())") ? "{day}" : "\(match.0)"
        }
        return text
    }

    /// Whether a date is in the time since shortly before the household was made, the month before
    /// which lists offer. The days of its records are earlier, or far in the future.
    private static func isRecent(_ date: some StringProtocol) -> Bool {
        ("2026-09"..<"2090").contains(String(date))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map { Substring($0) }
}
