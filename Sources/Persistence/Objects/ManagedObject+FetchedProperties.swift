import ObjectModel

extension ManagedObject {
    /// Fetches the objects of a fetched property, with this object as `$FETCH_SOURCE` and the
    /// property's description as `$FETCHED_PROPERTY`. Each call fetches again. If the fetch fails,
    /// the result is empty, and the next call of the context that can throw reports the error.
    public final func fetched<Result: ManagedObject>(
        _ name: String, as type: Result.Type = Result.self
    ) -> [Result] {
        guard let context else { return [] }
        do {
            return try context.fetch(request(ofFetchedProperty: name, in: context))
        } catch {
            context.remember(error)
            return []
        }
    }

    /// The objects of a fetched property; nil if there is no such property.
    ///
    /// - Throws: errors of the predicate and of the store.
    final func fetchedValue(forKey key: String) throws -> [ManagedObject]? {
        guard let context, fetchedProperty(key, in: context) != nil else { return nil }
        return try context.fetch(request(ofFetchedProperty: key, in: context))
    }

    private func fetchedProperty(
        _ name: String, in context: ManagedObjectContext
    ) -> FetchedPropertyDescription? {
        context.coordinator.layout.model.lineage(of: layout.name)
            .lazy.flatMap(\.fetchedProperties).first { $0.name == name }
    }

    private func request<Result: ManagedObject>(
        ofFetchedProperty name: String, in context: ManagedObjectContext
    ) throws -> FetchRequest<Result> {
        guard let property = fetchedProperty(name, in: context) else {
            throw layout.unknownProperty(name)
        }
        var request = FetchRequest<Result>(entityName: property.fetchRequest.entityName)
        request.predicate = try property.fetchRequest.predicateFormat.map { format in
            try FetchPredicate(format: format).substituting(variables: [
                "FETCH_SOURCE": self, "FETCHED_PROPERTY": FetchedPropertySubject(property),
            ])
        }
        request.sortDescriptors = property.fetchRequest.sortDescriptors
        request.apply(property.fetchRequest.options)
        return request
    }
}

/// The value of `$FETCHED_PROPERTY`: the property's name, or a member of its description for a key
/// path such as `userInfo.limit`.
private struct FetchedPropertySubject: PredicateSubject, PredicateArgument {
    private let property: FetchedPropertyDescription

    init(_ property: FetchedPropertyDescription) {
        self.property = property
    }

    var predicateObjectID: ManagedObjectID? { nil }
    var predicateExpression: FetchExpression { .constant(.string(property.name)) }

    func predicateValue(forKey key: String) throws -> PredicateValue {
        switch key {
        case "name": .value(.string(property.name))
        case "userInfo": .subject(property.userInfo.mapValues(AttributeValue.string))
        default: throw PersistenceError.unknownProperty(entity: property.name, property: key)
        }
    }
}
