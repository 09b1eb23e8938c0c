import Persistence

extension AttributeValue {
    /// The text of a string; nil for anything else.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension FetchedDictionary {
    /// The record number of an object; nil for anything else.
    func number(_ key: String) -> Int64? {
        if case .object(let id) = self[key] { id.recordNumber } else { nil }
    }
}
