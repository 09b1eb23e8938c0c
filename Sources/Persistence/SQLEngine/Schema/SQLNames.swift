extension Set<String> {
    /// Adds a name, with the first free number behind it if it is taken. Databases do not tell capital
    /// from small letters.
    ///
    /// - Parameter endings: the ends of longer names that the database takes along with this one.
    mutating func insertUnique(_ name: String, takingAlong endings: [String] = []) -> String {
        var candidate = name
        var suffix = 0
        func names() -> [String] { ([""] + endings).map { (candidate + $0).uppercased() } }
        while !isDisjoint(with: names()) {
            suffix += 1
            candidate = "\(name)\(suffix)"
        }
        formUnion(names())
        return candidate
    }
}

extension [String] {
    /// The statements that make indexes or triggers, with a number behind each name that is taken. What is
    /// made already under the same name is left out, as Core Data does by `IF NOT EXISTS`.
    func uniquelyNamed(_ names: inout Set<String>) -> [String] {
        var made: [String: Set<String>] = [:]
        return compactMap { statement in
            guard let name = StoreSQL.name(madeBy: statement) else { return statement }
            let definition = StoreSQL.definition(in: statement)
            guard made[name.uppercased(), default: []].insert(definition).inserted else {
                return nil
            }
            return statement.replacing(name, with: names.insertUnique(name), maxReplacements: 1)
        }
    }
}

extension String {
    /// The name as a part of one that stands in statements without quotes: what may not is `_`.
    var inSQLName: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.fitsSQLName ? $0 : "_" }))
    }
}

extension Unicode.Scalar {
    /// Whether a name without quotes may hold the character.
    var fitsSQLName: Bool {
        properties.isAlphabetic || properties.numericType != nil || self == "_"
            || properties.generalCategory == .nonspacingMark
    }
}
