/// A page of a list for programs.
enum ListDocument {
    /// The records of a page, which page it is, and what the whole filter selects.
    static func json(
        _ records: [JSONValue], _ query: ListQuery, total: Int,
        totals: [(name: String, value: JSONValue)] = []
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("records", .array(records)), ("page", .int(query.page)),
            ("perPage", .int(query.perPage)), ("total", .int(total)),
        ]
        if !totals.isEmpty { members.append(("totals", .object(totals))) }
        return .object(members)
    }
}
