/// Values as one array of PostgreSQL's, in its text form.
struct ArrayList {
    let text: String
    /// The type of the elements.
    let type: String

    /// The array, if all values are integers or all are texts that PostgreSQL can carry; else nil.
    init?(_ values: [AttributeValue]) {
        let integers = values.compactMap {
            if case .integer(let number) = $0 { number } else { nil }
        }
        if integers.count == values.count {
            text = "{" + integers.map(String.init).joined(separator: ",") + "}"
            type = "bigint"
            return
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == values.count, !texts.contains(where: { $0.utf8.contains(0) }) else {
            return nil
        }
        text = "{" + texts.map(Self.quoted).joined(separator: ",") + "}"
        type = "text"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
