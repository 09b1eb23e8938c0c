/// Which objects of the older version a mapping takes, as Core Data's mappings write it.
struct MigrationRequest {
    static let name = "fetchRequestForSourceEntityNamed:predicateString:"
    static let names = [name, name + "includesSubentities:"]

    let entityName: String
    let predicateFormat: String
    let includesSubentities: Bool

    /// Nil if these are not the values of such a function.
    init?(name: String, arguments: [AttributeValue]) {
        guard Self.names.contains(name), arguments.count >= 2,
            case .string(let entity) = arguments[0], case .string(let format) = arguments[1]
        else { return nil }
        entityName = entity
        predicateFormat = format
        switch arguments.dropFirst(2).first {
        case .boolean(let value): includesSubentities = value
        case .integer(let value): includesSubentities = value != 0
        default: includesSubentities = false
        }
    }

    /// Nil if the expression is no such function of constants.
    init?(_ expression: FetchExpression) {
        guard case .function(let name, let operands) = expression,
            operands.first == .variable("manager")
        else { return nil }
        let values = operands.dropFirst().compactMap { operand -> AttributeValue? in
            if case .constant(let value) = operand { value } else { nil }
        }
        guard values.count == operands.count - 1 else { return nil }
        self.init(name: name, arguments: values)
    }

    /// The predicate; nil if all objects are wanted.
    func predicate() throws(PredicateSyntaxError) -> FetchPredicate? {
        let predicate = try FetchPredicate(format: predicateFormat)
        return predicate == .constant(true) ? nil : predicate
    }

    func objects(in context: ManagedObjectContext) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.includesSubentities = includesSubentities
        request.predicate = try predicate()
        return try context.fetch(request)
    }
}
