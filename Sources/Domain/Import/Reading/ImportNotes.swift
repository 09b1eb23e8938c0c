import Foundation

/// The notes of an item, made of several cells of its row.
struct ImportNotes {
    private var texts: [String] = []
    private var lines: [String] = []

    /// Adds a cell: under a label as a line of its own, or else as it is, before all lines.
    mutating func add(_ cell: String, label: String?) {
        guard !cell.isEmpty else { return }
        if let label {
            lines.append("\(label): \(cell)")
        } else {
            texts.append(cell)
        }
    }

    /// All of it; empty for nothing.
    var text: String { (texts + lines).joined(separator: "\n") }

    /// A cell as it stands in notes: with its line breaks, without spaces behind.
    static func plain(_ cell: String) -> String {
        var text = cell.replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "\r", with: "\n")[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text).precomposedStringWithCanonicalMapping
    }
}
