import Foundation
import Mustache
import Testing

@testable import Web

@Suite("The structure of pages")
struct PageStructureTests {
    @Test("A page begins with its only first-level heading, and skips no level")
    func headings() async throws {
        for (name, html) in try await Self.pages() {
            let orders = html.matches(of: /<h([1-6])/).compactMap { Int($0.1) }

            #expect(orders.first == 1, "\(name)")
            #expect(orders.filter { $0 == 1 }.count == 1, "\(name)")
            #expect(zip(orders, orders.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(name)")
        }
    }

    @Test("Links within a page, labels and descriptions refer to unique elements of the page")
    func references() async throws {
        for (name, html) in try await Self.pages() {
            let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
            let references =
                html.matches(of: /<a [^>]*href="#([^"]*)"/).map { String($0.1) }
                + html.matches(of: /<label[^>]* for="([^"]*)"/).map { String($0.1) }
                + html.matches(of: /aria-describedby="([^"]*)"/).flatMap {
                    $0.1.split(separator: " ").map(String.init)
                }

            #expect(Set(references).subtracting(ids) == [], "\(name)")
            #expect(Set(ids).count == ids.count, "\(name)")
        }
    }

    @Test("Every row of a table has its header")
    func rowHeaders() async throws {
        for (name, html) in try await Self.pages() {
            for body in html.matches(of: /<tbody[^>]*>(.*?)<\/tbody>/.dotMatchesNewlines()) {
                let rows = body.1.split(separator: "</tr>").filter { $0.contains("<tr") }

                #expect(rows.allSatisfy { $0.contains("scope=\"row\"") }, "\(name)")
            }
        }
    }

    @Test("Every field has a label")
    func labels() async throws {
        let field = /<(?:input|select|textarea)\b([^>]*)>/
        for (name, html) in try await Self.pages() {
            // A label that contains its field needs no reference.
            let html = html.replacing(/<label[^>]*>\s*<input[^>]*>/, with: "<label>")
            let labeled = Set(html.matches(of: /<label[^>]* for="([^"]*)"/).map { String($0.1) })
            for match in html.matches(of: field) where !match.1.contains("type=\"hidden\"") {
                let id = match.1.firstMatch(of: /\sid="([^"]*)"/).map { String($0.1) }

                #expect(
                    id.map(labeled.contains) == true || match.1.contains("aria-label"),
                    "\(name): \(match.0)")
            }
        }
    }

    /// The pages as sent, by the names of their snapshots.
    private static func pages() async throws -> [String: String] {
        try await PageCatalog.all().pages.mapValues(\.html)
    }
}
