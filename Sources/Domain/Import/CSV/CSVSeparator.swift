/// What stands between the cells of a line.
public enum CSVSeparator: String, Sendable, Hashable, Codable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"

    /// What it is called.
    public var label: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        }
    }

    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        }
    }
}
