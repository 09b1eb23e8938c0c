import ObjectModel

extension ManagedObject {
    /// The objects that a fetched property selects, with this object as `$FETCH_SOURCE`; none if
    /// the fetch fails, which the context throws at the next occasion.
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

    private func request<Result: ManagedObject>(
        ofFetchedProperty name: String, in context: ManagedObjectContext
    ) throws -> FetchRequest<Result> {
        let properties = context.coordinator.layout.model.lineage(of: layout.name)
            .flatMap(\.fetchedProperties)
        guard let property = properties.first(where: { $0.name == name }) else {
            throw PersistenceError.unknownProperty(entity: layout.name, property: name)
        }
        var request = FetchRequest<Result>(entityName: property.fetchRequest.entityName)
        request.predicate = try property.fetchRequest.predicateFormat.map { format in
            try FetchPredicate(format: format).substituting(variables: ["FETCH_SOURCE": self])
        }
        return request
    }
}
