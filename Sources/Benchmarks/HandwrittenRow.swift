import CSQLite
import Foundation

/// A row of the list, with handwritten HTML of the template `inventory/_item`.
struct HandwrittenRow {
    let key: String
    let name: String
    let serialNumber: String
    let type: String
    let value: Int64
    let created: Double

    /// Reads the current row of a statement.
    init(_ statement: OpaquePointer, labels: [Int64: String]) {
        func text(_ column: Int32) -> String {
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
        created = sqlite3_column_double(statement, 2)
        key = Self.key(sqlite3_column_blob(statement, 3))
        name = Self.escaped(text(4))
        serialNumber = Self.escaped(text(6))
        value = sqlite3_column_int64(statement, 8)
        type = Self.escaped(labels[sqlite3_column_int64(statement, 9)] ?? "")
    }

    func append(to html: inout String) {
        html += "<tr class=\"row\" id=\"item-"
        html += key
        html += "\">\n<td class=\"cell-thumb\"><span class=\"thumb thumb--none\"></span></td>\n"
        html += "<th class=\"cell-name\" scope=\"row\"><a class=\"row__link\" href=\"/items/"
        html += key
        html += "\" dir=\"auto\">"
        html += name
        html += "</a><small dir=\"auto\">"
        html += serialNumber
        html += "</small></th>\n<td class=\"cell-type\"><span class=\"pill\" dir=\"auto\">"
        html += type
        html += "</span></td>\n<td class=\"cell-value number\">"
        Self.append(dollars: value, to: &html)
        html += "</td>\n<td class=\"cell-date\">"
        appendDate(to: &html)
        html += "</td>\n<td class=\"cell-moves\"></td>\n</tr>\n"
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    static func key(_ bytes: UnsafeRawPointer?) -> String {
        String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for index in 0..<16 {
                if [4, 6, 8, 10].contains(index) {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                let byte = bytes?.load(fromByteOffset: index, as: UInt8.self) ?? 0
                text[position] = digits[Int(byte >> 4)]
                text[position + 1] = digits[Int(byte & 15)]
                position += 2
            }
            return position
        }
    }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [34, 38, 39, 60, 62].contains($0) }) else { return text }
        return text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
    }

    /// Appends an amount with thousands separators.
    static func append(dollars: Int64, to html: inout String) {
        html += "$"
        let text = String(dollars)
        for (index, digit) in text.enumerated() {
            if index > 0, (text.count - index) % 3 == 0 { html += "," }
            html.append(digit)
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private func appendDate(to html: inout String) {
        var seconds = time_t(created + 978_307_200)
        var time = tm()
        gmtime_r(&seconds, &time)
        html += Self.months[Int(time.tm_mon)]
        html += " "
        html += String(time.tm_mday)
        html += ", "
        html += String(time.tm_year + 1900)
    }
}
