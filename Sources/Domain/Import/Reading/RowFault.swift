/// Why a row is refused.
public struct RowFault: Error, Sendable, Hashable, Codable {
    /// The name of the column; nil if it is about the whole row.
    public let column: String?
    /// The rest of the sentence, without full stop, as a form says it: `a value is missing`.
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
        return (column.map { "\($0): " } ?? "") + message + (end ? "" : ".")
    }
}
