import Foundation

/// A value in a file of JSON, as the text of a cell.
enum JSONCell: Decodable {
    case none
    /// A text or a number.
    case text(String)
    case flag(Bool)
    /// Another object: its label tells what it is.
    case object([String: JSONCell])
    case list([JSONCell])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let text = try? container.decode(String.self) {
            // First, since most are, and what fails takes its time.
            self = .text(text)
        } else if let number = try? container.decode(Decimal.self) {
            self = .text("\(number)")
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let object = try? container.decode([String: JSONCell].self) {
            self = .object(object)
        } else {
            self = .list(try container.decode([JSONCell].self))
        }
    }

    /// The text of a cell: of another object its label, of a list its parts.
    var text: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        case .object(let members) where Set(members.keys) == ["label", "number"]:
            // A telephone number with what it is.
            ContactNumber.cell([
                ContactNumber(
                    members["number"]?.text ?? "",
                    label: members["label"].map(\.text).flatMap { $0.isEmpty ? nil : $0 })
            ])
        case .object(let members): (members["label"] ?? members["name"])?.text ?? ""
        case .list(let parts): parts.map(\.text).joined(separator: ", ")
        }
    }
}
