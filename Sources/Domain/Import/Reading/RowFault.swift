/// Why a row is refused.
public struct RowFault: Error, Sendable, Hashable, Codable {
    /// The name of the column; nil if it is about the whole row.
    public let column: String?
    /// The rest of the sentence, without full stop.
    public let message: String

    init(_ column: ImportColumn? = nil, _ message: String) {
        self.column = column?.rawValue
        self.message = message
    }

    init(columnNamed column: String?, _ message: String) {
        self.column = column
        self.message = message
    }

    /// The fault in a sentence.
    public var text: String {
        let end = message.last.map { ".?!".contains($0) } ?? true
        let place = column.flatMap { message.hasPrefix($0) ? nil : "\($0): " } ?? ""
        return place + message + (end ? "" : ".")
    }
}
