public import ObjectModel

extension ManagedObjectModel {
    /// The model's fetch request template with a name; nil if there is none.
    public func fetchRequestTemplate(forName name: String) -> FetchRequestTemplate? {
        fetchRequestTemplates.first { $0.name == name }
    }

    /// Makes a request from a template, with variables (`$NAME`) replaced by values.
    ///
    /// ```swift
    /// let request: FetchRequest<Recipe> = try model.fetchRequestFromTemplate(
    ///     withName: "quick", substitutionVariables: ["LIMIT": 30])
    /// ```
    /// The template's ``FetchRequestTemplate/resultType`` says how to fetch it.
    /// - Parameters:
    ///   - name: the template's name.
    ///   - variables: the values by the variables' names, without the `$`; nil for null.
    /// - Throws: `PersistenceError.misuse` for an unknown template, a variable without a value or a
    ///   template for dictionaries; `PredicateSyntaxError` for an invalid predicate.
    public func fetchRequestFromTemplate<Result: ManagedObject>(
        withName name: String,
        substitutionVariables variables: [String: (any PredicateArgument)?] = [:],
        as type: Result.Type = Result.self
    ) throws -> FetchRequest<Result> {
        let template = try template(name)
        guard template.resultType != .dictionary else {
            throw PersistenceError.misuse(
                "The fetch request \(name) is for dictionaries: make it with "
                    + "dictionaryFetchRequestFromTemplate")
        }
        var request = FetchRequest<Result>(entityName: template.entityName)
        request.predicate = try template.predicate(with: variables)
        request.apply(template.options)
        return request
    }

    /// Makes a request for dictionaries with all attributes from a template, with variables
    /// (`$NAME`) replaced by values.
    ///
    /// - Parameters:
    ///   - name: the template's name.
    ///   - variables: the values by the variables' names, without the `$`; nil for null.
    /// - Throws: `PersistenceError.misuse` for an unknown template or a variable without a value;
    ///   `PredicateSyntaxError` for an invalid predicate.
    public func dictionaryFetchRequestFromTemplate(
        withName name: String,
        substitutionVariables variables: [String: (any PredicateArgument)?] = [:]
    ) throws -> DictionaryFetchRequest {
        let template = try template(name)
        let names = allAttributes(of: template.entityName).flatMap(leafAttributes)
            .filter { !$0.isTransient }.map(\.name)
        var request = DictionaryFetchRequest(
            entityName: template.entityName,
            columns: names.map { (key: $0, expression: FetchExpression.key($0)) })
        request.predicate = try template.predicate(with: variables)
        var plain = FetchRequest<ManagedObject>()
        plain.apply(template.options)
        request.fetchLimit = plain.fetchLimit
        request.fetchOffset = plain.fetchOffset
        request.fetchBatchSize = plain.fetchBatchSize
        request.includesSubentities = plain.includesSubentities
        request.returnsDistinctResults = template.returnsDistinctResults
        return request
    }

    private func template(_ name: String) throws -> FetchRequestTemplate {
        guard let template = fetchRequestTemplate(forName: name) else {
            throw PersistenceError.misuse("The model has no fetch request \(name)")
        }
        return template
    }
}

/// The result types of fetch request templates.
public enum FetchRequestResultType: Sendable, Hashable {
    /// Objects: `fetch`.
    case managedObject
    /// The IDs of objects: `fetchObjectIDs`.
    case managedObjectID
    /// Values by name: `fetchDictionaries`.
    case dictionary
    /// The number of objects: `count(for:)`.
    case count
}

extension FetchRequestTemplate {
    /// The kind of result. Default: objects.
    public var resultType: FetchRequestResultType {
        switch options["resultType"] {
        case "1": .managedObjectID
        case "2": .dictionary
        case "4": .count
        default: .managedObject
        }
    }

    /// Whether to remove duplicate dictionaries. Default: false.
    public var returnsDistinctResults: Bool { options["returnsDistinctResults"] == "YES" }

    /// The predicate with all variables replaced; nil if there is none.
    fileprivate func predicate(
        with variables: [String: (any PredicateArgument)?]
    ) throws -> FetchPredicate? {
        guard let predicateFormat else { return nil }
        let predicate = try FetchPredicate(format: predicateFormat)
            .substituting(variables: variables)
        let missing = predicate.freeVariables.sorted()
        guard missing.isEmpty else {
            throw PersistenceError.misuse(
                "The fetch request \(name) needs a value for "
                    + missing.map { "$\($0)" }.joined(separator: " and "))
        }
        return predicate
    }
}

extension FetchRequest {
    /// Applies the other options of a template in a model file.
    mutating func apply(_ options: [String: String]) {
        func flag(_ name: String, _ value: inout Bool) {
            if let text = options[name] { value = text == "YES" }
        }
        func number(_ name: String, _ value: inout Int) {
            if let number = options[name].flatMap({ Int($0) }) { value = max(0, number) }
        }
        number("fetchLimit", &fetchLimit)
        number("fetchOffset", &fetchOffset)
        number("fetchBatchSize", &fetchBatchSize)
        flag("includeSubentities", &includesSubentities)
        flag("includesPropertyValues", &includesPropertyValues)
        flag("includesPendingChanges", &includesPendingChanges)
        flag("returnObjectsAsFaults", &returnsObjectsAsFaults)
    }
}

extension FetchPredicate {
    /// The variables without a value, except those of subqueries.
    var freeVariables: Set<String> {
        operands.reduce(into: []) { $0.formUnion($1.freeVariables) }
    }
}

extension FetchExpression {
    fileprivate var freeVariables: Set<String> {
        switch self {
        case .variable(let name): [name]
        case .subquery(let collection, let variable, let predicate):
            collection.freeVariables.union(predicate.freeVariables.subtracting([variable]))
        default: parts.reduce(into: []) { $0.formUnion($1.freeVariables) }
        }
    }
}

extension FetchRequestTemplate {
    /// The order of the records as requests have it.
    var sortDescriptors: [FetchSortDescriptor] {
        sortOrders.map { FetchSortDescriptor($0.keyPath, ascending: $0.ascending) }
    }
}
