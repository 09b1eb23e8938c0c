import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A CSV document (RFC 4180): a header, then a line for each record.
struct CSVDocument: Sendable {
    /// A cell.
    enum Cell: Sendable {
        /// Text that people typed.
        case text(String?)
        /// Text of the program: numbers, dates, keys.
        case plain(String?)

        /// An integer.
        static func int(_ number: (some BinaryInteger)?) -> Cell {
            .plain(number.map { String($0) })
        }

        /// A decimal number.
        static func decimal(_ number: Decimal?) -> Cell { .plain(number.map(Quantity.text)) }
    }

    private(set) var buffer = ByteBuffer()

    /// A part without a header.
    init() {}

    /// A document with the names of its columns.
    init(columns: [String]) {
        append(columns.map(Cell.plain))
    }

    /// Adds a record.
    mutating func append(_ cells: [Cell]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.writeStaticString(",") }
            switch cell {
            case .text(let text): buffer.writeString(Self.quoted(FormulaText.defused(text ?? "")))
            case .plain(let text): buffer.writeString(Self.quoted(text ?? ""))
            }
        }
        buffer.writeStaticString("\r\n")
    }

    /// The response that offers the document for download.
    func response(fileName: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present",
                .contentDisposition: "attachment; filename=\"\(fileName).csv\"",
                .cacheControl: "no-cache",
            ],
            body: ResponseBody(byteBuffer: buffer))
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        return "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
