/// The texts of a record that its model indexes in Spotlight, as searches look through them: folded, one
/// behind the other.
package enum IndexedText {
    /// The key by which a record is asked for them. No property has such a name.
    static let key = "@indexedText"

    /// What stands between two texts. No folded text has it, so that no word lies across it.
    static let separator = UInt8(ascii: "\n")

    /// The texts of all records that a value is or has.
    static func text(of value: PredicateValue, at expression: FetchExpression) throws -> [UInt8] {
        var text: [UInt8] = []
        try append(value, to: &text, expression)
        return text
    }

    private static func append(
        _ value: PredicateValue, to text: inout [UInt8], _ expression: FetchExpression
    ) throws {
        switch value {
        case .value(.null): break
        case .subject(let record):
            guard let found = try record.predicateValue(forKey: key).attributeValue?.text else {
                break
            }
            append(folded: Array(found.utf8), to: &text)
        case .collection(let members):
            for member in members { try append(member, to: &text, expression) }
        case .value:
            throw FetchPredicateError("“indexedText:” needs records.", at: expression)
        }
    }

    /// The folded form of some texts.
    package static func folded(_ texts: some Sequence<String>) -> String {
        var folded: [UInt8] = []
        for text in texts { append(folded: SearchFolding.folded(text), to: &folded) }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends a text that is folded already.
    static func append(folded: [UInt8], to text: inout [UInt8]) {
        guard !folded.isEmpty else { return }
        if !text.isEmpty { text.append(separator) }
        text += folded
    }
}

extension EntityLayout {
    /// The indexed texts of a record.
    ///
    /// - Parameter value: the record's value of a number.
    func indexedText(_ value: (Int) throws -> AttributeValue) rethrows -> PredicateValue {
        let texts = try slots.lazy.filter(\.isSearched).compactMap { try value($0.number).text }
        return .value(.string(IndexedText.folded(texts)))
    }

    /// Whether searches look through the texts of any of some attributes.
    package func hasSearched(among numbers: [Int]) -> Bool {
        numbers.contains { $0 < slots.count && slots[$0].isSearched }
    }
}

extension ModelLayout {
    /// Whether records of an entity, or of one that inherits from it, have indexed texts.
    func hasIndexedTexts(_ entity: EntityLayout) -> Bool {
        family(of: entity).contains { $0.slots.contains(where: \.isSearched) }
    }
}
