/// SQL text with the values for its `?` parameters.
struct SQLQuery: Sendable, Hashable {
    var sql: String
    var bindings: [AttributeValue] = []
}
