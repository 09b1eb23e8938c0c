import Foundation

extension ImportRow {
    /// What a row has in fields of the household's own, in the order of the file.
    ///
    /// - Throws: errors of the decoder.
    var ownFields: [(name: String, text: String)] {
        get throws {
            guard let cell = cells[.fields], !cell.isEmpty else { return [] }
            return try JSONDecoder().decode([[String]].self, from: Data(cell.utf8))
                .filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        }
    }

    /// The cell that keeps them; empty for none.
    static func text(of fields: [(name: String, text: String)]) -> String {
        guard !fields.isEmpty else { return "" }
        // Texts are all that is in it, which can always be encoded.
        let data = try? JSONEncoder().encode(fields.map { [$0.name, $0.text] })
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
