import Foundation

/// SQL text with the values of its `?` parameters.
package struct SQLQuery: Sendable, Hashable {
    package var sql: String
    package var bindings: [AttributeValue] = []
}

/// The statement of a fetch, and the work that remains for its rows.
package struct SQLFetchPlan: CustomDebugStringConvertible {
    package var query: SQLQuery
    /// The types of the columns, if these are expressions.
    package var types: [ExpressionType] = []
    /// Whether the statement passes each row to a callback instead of being stepped.
    var isVisited = false
    /// The part of the predicate that SQL cannot express, evaluated for each row; nil if there is
    /// none. With it, the statement has no limit and offset.
    package var residual: FetchPredicate?
    package var residualReason: String?

    package var debugDescription: String {
        guard let residual else { return query.sql }
        return query.sql + "\n-- evaluated in memory, because \(residualReason ?? "of its form"): "
            + residual.predicateFormat
    }
}

extension ExpressionType {
    /// Converts a stored value (null, integer, double, text or bytes) to this type.
    ///
    /// - Parameter objectID: makes the ID of a record from its entity number and key.
    func value(
        _ stored: AttributeValue, objectID: (Int, Int64) -> ManagedObjectID
    ) -> AttributeValue {
        if case .object(let entity) = kind, case .integer(let key) = stored {
            return .object(objectID(entity, key))
        }
        return attributeValue(stored)
    }

    /// Converts a stored value that is not a record.
    func attributeValue(_ stored: AttributeValue) -> AttributeValue {
        switch (kind, stored) {
        case (.boolean, .integer(let number)): .boolean(number != 0)
        case (.double, .integer(let number)): .double(Double(number))
        case (.decimal, _): stored.exactDecimal.map(AttributeValue.decimal) ?? stored
        case (.date, .integer(let seconds)):
            .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case (.date, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.uuid, .data(let bytes)): UUID(bytes: bytes).map(AttributeValue.uuid) ?? stored
        case (.url, .string(let text)): URL(string: text).map(AttributeValue.url) ?? stored
        default: stored
        }
    }
}

extension UUID {
    /// Nil unless there are 16 bytes.
    fileprivate init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}
