import Foundation
import Synchronization

/// Serves a page of many items with careful handwritten code, without a framework: prepared
/// statements, and a page of the program, in which the values of each row replace those of the
/// first.
final class HandwrittenView: Sendable {
    /// The pages.
    enum Kind: String, CaseIterable {
        case search, location, report, labels

        /// The items of the page; its parameter comes from the address.
        fileprivate var condition: String {
            switch self {
            case .search: "ZITEMNAME LIKE ?1 OR ZSERIALNUMBER LIKE ?1"
            case .location: "ZLOCATION = ?1"
            case .report, .labels:
                "ZLOCATION IN (SELECT Z_PK FROM ZLOCATION WHERE Z_PK = ?1 OR ZPARENT = ?1)"
            }
        }

        /// The columns that the report counts for each item.
        fileprivate var counts: String {
            guard self == .report else { return "0, 0" }
            return """
                (SELECT count(*) FROM ZDOCUMENT WHERE ZITEM = t0.Z_PK),
                (SELECT count(*) FROM ZITEMPHOTO WHERE ZITEM = t0.Z_PK)
                """
        }

        fileprivate var rowStart: String {
            switch self {
            case .search, .location: "<tr class=\"row\" id=\"item-"
            case .report: "<tr class=\"row\">"
            case .labels: "<div class=\"label\">"
            }
        }

        fileprivate var rowEnd: String { self == .labels ? "</div>" : "</tr>" }
    }

    /// A piece of a row.
    private enum Piece: Sendable {
        case text(String)
        case key, name, serialNumber, number, value
        /// The QR code for an address and the number of the item.
        case code(String)
    }

    private let before: String
    private let pieces: [Piece]
    private let after: String
    private let rowCount: Int
    private let store: String
    private let statements: (rows: String, sums: String)
    private let pool = Mutex<[HandwrittenStatements]>([])

    /// - Parameter page: a page of the program.
    init(_ kind: Kind, store: String, page: String) throws {
        self.store = store
        let starts = page.ranges(of: kind.rowStart)
        guard let first = starts.first, let last = starts.last,
            let firstEnd = page[first.upperBound...].firstRange(of: kind.rowEnd)?.upperBound,
            let end = page[last.upperBound...].firstRange(of: kind.rowEnd)?.upperBound
        else { throw BenchmarkFailure("The page for \(kind) has no rows.") }
        before = String(page[..<first.lowerBound])
        pieces = Self.pieces(String(page[first.lowerBound..<firstEnd]))
        after = String(page[end...])
        rowCount = starts.count
        statements = (
            """
            SELECT ZITEMKEY, ZITEMNAME, ZSERIALNUMBER, ZITEMNUMBER, ZVALUEINDOLLARS, \(kind.counts)
            FROM ZITEM AS t0 WHERE \(kind.condition) ORDER BY ZORDERINGVALUE, Z_PK LIMIT ?2
            """,
            "SELECT count(*), sum(ZVALUEINDOLLARS) FROM ZITEM WHERE \(kind.condition)"
        )
    }

    /// The number of rows of the page.
    var count: Int { rowCount }

    func html(_ parameter: String) throws -> String {
        let statements =
            try pool.withLock { $0.popLast() }
            ?? HandwrittenStatements(store: store, self.statements)
        defer { pool.withLock { $0.append(statements) } }
        var html = ""
        html.reserveCapacity(before.utf8.count + after.utf8.count + rowCount * 1024)
        html += before
        var found = 0
        statements.forEachRow(parameter, limit: rowCount) {
            found += 1
            append($0, to: &html)
        }
        guard found == rowCount else {
            throw BenchmarkFailure("By hand there are \(found) rows, not \(rowCount).")
        }
        html += after
        return html
    }

    private func append(_ item: HandwrittenStatements.Item, to html: inout String) {
        for piece in pieces {
            switch piece {
            case .text(let text): html += text
            case .key: html += item.key
            case .name: html += item.name
            case .serialNumber: html += item.serialNumber
            case .number: html += item.numberText
            case .value: HandwrittenRow.append(dollars: item.value, to: &html)
            case .code(let address): html += HandwrittenCode.path("\(address)\(item.number)")
            }
        }
    }

    /// Splits a row at the values of the first item.
    private static func pieces(_ row: String) -> [Piece] {
        let pattern =
            #/[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F-]{22}|Item number \d+|SN-\d+|A-\d+|\$[\d,]+|d="M[^"]*/#
        let address = row.firstMatch(of: #/aria-label="(http[^"]*/)[^"/]*"/#).map { String($0.1) }
        var pieces: [Piece] = []
        var rest = row[...]
        while let match = rest.firstMatch(of: pattern) {
            pieces.append(.text(String(rest[..<match.range.lowerBound])))
            switch match.output.first {
            case "I": pieces.append(.name)
            case "S": pieces.append(.serialNumber)
            case "$": pieces.append(.value)
            case "d": pieces += [.text("d=\""), .code(address ?? "")]
            case "A" where match.output.dropFirst().first == "-": pieces.append(.number)
            default: pieces.append(.key)
            }
            rest = rest[match.range.upperBound...]
        }
        return pieces + [.text(String(rest))]
    }
}
