import Foundation
import Synchronization

/// Serves items with careful handwritten code, without a framework: a few connections with prepared
/// statements; count, total and labels in memory until the data changes, which it does not here.
final class HandwrittenStore: Sendable {
    private struct Figures: Sendable {
        var count: Int64 = 0
        var total: Int64 = 0
        var labels: [Int64: String] = [:]
    }

    private let store: String
    private let pool = Mutex<[HandwrittenConnection]>([])
    private let figures: Figures
    private let before: String
    private let between: String
    private let after: String
    /// The page of an item around its name; empty if none was saved.
    private let item: (before: String, after: String)

    /// - Parameter pagePath: a page of the program, whose text around figures and rows is used.
    init(store: String, page pagePath: String) throws {
        let page = try String(contentsOfFile: pagePath, encoding: .utf8)
        self.store = store
        let summary = page.split(around: "<p class=\"head__summary\">", "</p>")
        let rows = summary.after.split(around: "data-offset=\"0\">", "</tbody>")
        (before, between, after) = (summary.before, rows.before, rows.after)
        guard !after.isEmpty else { throw BenchmarkFailure("The page has no list.") }

        let itemPage = ServedInventory.itemPage(beside: pagePath)
        item =
            FileManager.default.fileExists(atPath: itemPage)
            ? try String(contentsOfFile: itemPage, encoding: .utf8)
                .split(around: "<title>", "</title>") : ("", "")

        let connection = try HandwrittenConnection(store: store)
        var figures = Figures()
        for (count, total) in try connection.rows(
            "SELECT count(*), sum(ZVALUEINDOLLARS) FROM ZITEM")
        {
            (figures.count, figures.total) = (count, Int64(total) ?? 0)
        }
        figures.labels = Dictionary(
            uniqueKeysWithValues: try connection.rows("SELECT Z_PK, ZLABEL FROM ZASSETTYPE"))
        self.figures = figures
    }

    func html(page: Int) throws -> String {
        let connection = try pool.withLock { $0.popLast() } ?? HandwrittenConnection(store: store)
        var html = ""
        html.reserveCapacity(96 * 1024)
        html += before
        html += String(figures.count)
        html += " items, worth "
        HandwrittenRow.append(dollars: figures.total, to: &html)
        html += between
        connection.appendRows(offset: (page - 1) * 50, labels: figures.labels, to: &html)
        html += after
        pool.withLock { $0.append(connection) }
        return html
    }

    /// The page of an item; nil if it does not exist.
    func html(key: UUID) throws -> String? {
        let connection = try pool.withLock { $0.popLast() } ?? HandwrittenConnection(store: store)
        defer { pool.withLock { $0.append(connection) } }
        guard let name = connection.name(of: key) else { return nil }
        return item.before + HandwrittenRow.escaped(name) + item.after
    }
}

extension String {
    /// The texts before and after the text between two marks, with the marks.
    fileprivate func split(
        around first: String, _ second: String
    ) -> (before: String, after: String) {
        guard let start = range(of: first),
            let end = range(of: second, range: start.upperBound..<endIndex)
        else { return (self, "") }
        return (String(self[..<start.upperBound]), String(self[end.lowerBound...]))
    }
}
