/// SQL text with the values for its `?` parameters.
package struct SQLQuery: Sendable, Hashable {
    package var sql: String
    package var bindings: [AttributeValue] = []
}
