import Foundation

/// What an item has several of, as it stands in one cell of a table: a list of entries, in JSON.
public protocol ListEntry: Sendable, Hashable, Codable {}

extension ListEntry {
    /// The cell of some entries; empty for none.
    ///
    /// - Throws: errors of the encoder.
    public static func text(_ entries: [Self]) throws -> String {
        guard !entries.isEmpty else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entries), as: UTF8.self)
    }

    /// The entries of a cell.
    ///
    /// - Throws: errors of the decoder.
    static func list(_ text: String) throws -> [Self] {
        try JSONDecoder().decode([Self].self, from: Data(text.utf8))
    }
}
