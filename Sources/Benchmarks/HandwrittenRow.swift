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
        html += "\">\n<td class=\"cell-thumb\"><a href=\"/items/"
        html += key
        html += "\" tabindex=\"-1\" aria-hidden=\"true\"><span class=\"thumb thumb--none\"></span>"
        html += "</a></td>\n<td class=\"cell-name\"><input class=\"pick\" type=\"checkbox\""
        html += " name=\"key\" value=\""
        html += key
        html += "\" form=\"selection\" aria-label=\"Select "
        html += name
        html += "\"><a class=\"row__link\" href=\"/items/"
        html += key
        html += "\" dir=\"auto\">"
        html += name
        html += "</a><small class=\"row__small\" dir=\"auto\">"
        html += serialNumber
        html += "</small></td>\n<td class=\"cell-type\"><span class=\"pill\" dir=\"auto\">"
        html += type
        html += "</span></td>\n<td class=\"cell-value number\">"
        Self.append(dollars: value, to: &html)
        html += "</td>\n<td class=\"cell-date\"><time datetime=\""
        appendDate(to: &html)
        html += "</time></td>\n<td class=\"cell-moves\"><form class=\"moves\" method=\"post\""
        html += " action=\"/items/"
        html += key
        html += "/position\"><button class=\"move move--up\" name=\"move\" value=\"up\""
        html += " title=\"Move up\"><span class=\"visually-hidden\">Move "
        html += name
        html += " up</span></button><button class=\"move move--down\" name=\"move\""
        html += " value=\"down\" title=\"Move down\"><span class=\"visually-hidden\">Move "
        html += name
        html += " down</span></button></form></td>\n</tr>\n"
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
        func two(_ number: Int32) {
            if number < 10 { html += "0" }
            html += String(number)
        }
        html += String(time.tm_year + 1900)
        html += "-"
        two(time.tm_mon + 1)
        html += "-"
        two(time.tm_mday)
        html += "T"
        two(time.tm_hour)
        html += ":"
        two(time.tm_min)
        html += ":"
        two(time.tm_sec)
        html += "Z\">"
        html += Self.months[Int(time.tm_mon)]
        html += " "
        html += String(time.tm_mday)
        html += ", "
        html += String(time.tm_year + 1900)
    }
}
