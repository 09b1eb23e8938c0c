public import ObjectModel

extension ManagedObjectModel {
    /// The request that the model stores under a name; nil if there is none.
    public func fetchRequestTemplate(forName name: String) -> FetchRequestTemplate? {
        fetchRequestTemplates.first { $0.name == name }
    }

    /// A request from a template, with values in place of its variables (`$NAME`).
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - variables: the values by the names of the variables, without the `$`; nil for no value.
    /// - Throws: `PersistenceError.misuse` if there is no such template or a variable has no value;
    ///   `PredicateSyntaxError` if the template's predicate is none.
    public func fetchRequestFromTemplate<Result: ManagedObject>(
        withName name: String,
        substitutionVariables variables: [String: (any PredicateArgument)?] = [:],
        as type: Result.Type = Result.self
    ) throws -> FetchRequest<Result> {
        guard let template = fetchRequestTemplate(forName: name) else {
            throw PersistenceError.misuse("The model has no fetch request \(name)")
        }
        var request = FetchRequest<Result>(entityName: template.entityName)
        if let format = template.predicateFormat {
            let predicate = try FetchPredicate(format: format)
                .substituting(variables: variables)
            let missing = predicate.freeVariables.sorted()
            guard missing.isEmpty else {
                throw PersistenceError.misuse(
                    "The fetch request \(name) needs a value for "
                        + missing.map { "$\($0)" }.joined(separator: " and "))
            }
            request.predicate = predicate
        }
        request.apply(template.options)
        return request
    }
}

extension FetchRequest {
    /// Takes over what a model file says of a request beside its predicate.
    fileprivate mutating func apply(_ options: [String: String]) {
        func flag(_ name: String, _ value: inout Bool) {
            if let text = options[name] { value = text == "YES" }
        }
        func number(_ name: String, _ value: inout Int) {
            if let number = options[name].flatMap({ Int($0) }) { value = max(0, number) }
        }
        number("fetchLimit", &fetchLimit)
        number("fetchBatchSize", &fetchBatchSize)
        flag("includeSubentities", &includesSubentities)
        flag("includesPropertyValues", &includesPropertyValues)
        flag("includesPendingChanges", &includesPendingChanges)
        flag("returnObjectsAsFaults", &returnsObjectsAsFaults)
    }
}

extension FetchPredicate {
    /// The variables that have no value, those of subqueries apart.
    var freeVariables: Set<String> {
        switch self {
        case .constant: []
        case .and(let parts), .or(let parts):
            parts.reduce(into: []) { $0.formUnion($1.freeVariables) }
        case .not(let part): part.freeVariables
        case .comparison(let comparison):
            comparison.left.freeVariables.union(comparison.right.freeVariables)
        }
    }
}

extension FetchExpression {
    fileprivate var freeVariables: Set<String> {
        switch self {
        case .constant, .evaluatedObject, .keyPath: []
        case .variable(let name): [name]
        case .keyPathOf(let base, _): base.freeVariables
        case .aggregate(let parts), .function(_, let parts):
            parts.reduce(into: []) { $0.formUnion($1.freeVariables) }
        case .subquery(let collection, let variable, let predicate):
            collection.freeVariables.union(predicate.freeVariables.subtracting([variable]))
        case .conditional(let condition, let first, let second):
            condition.freeVariables.union(first.freeVariables).union(second.freeVariables)
        }
    }
}
