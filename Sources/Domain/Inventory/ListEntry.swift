import Foundation

/// One of several values of a record that are stored in a single cell of a table, as a list of
/// entries in JSON.
public protocol ListEntry: Sendable, Hashable, Codable {}

extension ListEntry {
    /// The cell for entries; empty for none.
    ///
    /// - Throws: errors of the encoder.
    public static func text(_ entries: [Self]) throws -> String {
        guard !entries.isEmpty else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entries), as: UTF8.self)
    }

    /// - Throws: errors of the decoder.
    static func list(_ text: String) throws -> [Self] {
        try JSONDecoder().decode([Self].self, from: Data(text.utf8))
    }
}
