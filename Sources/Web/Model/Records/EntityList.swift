import Domain
import ObjectModel
import Persistence

/// A page of a list of an entity's records.
struct EntityList: Sendable {
    let entity: EntityLayout
    let request: ListRequest
    /// The records of the page.
    let records: [EntityRecord]
    /// The number of selected records.
    let total: Int
    /// The number of all records.
    let wholeCount: Int

    /// Reads a page of the list.
    ///
    /// - Throws: errors of the predicate and of the store.
    init(
        _ entity: EntityLayout, _ request: ListRequest, without withheld: [String: Set<String>],
        in context: ManagedObjectContext
    ) throws {
        self.entity = entity
        self.request = request
        var fetch = try Self.fetch(entity, request, in: context)
        total = try context.count(for: fetch)
        wholeCount = try context.count(for: FetchRequest<ManagedObject>(entityName: entity.name))
        fetch.fetchOffset = request.query.offset
        fetch.fetchLimit = request.query.perPage
        records =
            request.query.offset < total
            ? try context.fetch(fetch).map {
                try EntityRecord($0, without: withheld, in: context)
            } : []
    }

    /// The parameters of an entity's list.
    static func parameters(of entity: EntityLayout) -> ListParameters {
        ListParameters(
            sortKeys: entity.slots.filter(\.isSortable).map(\.name),
            filters: [
                .init(name: "id", label: "Record", kind: .id),
                .init(name: "relationship", label: "Relationship", kind: .text),
                .init(name: "source", label: "Source", kind: .id),
            ])
    }

    /// All selected records in order.
    ///
    /// - Throws: a 422 for an unknown relationship, errors of the predicate and the store.
    static func fetch(
        _ entity: EntityLayout, _ request: ListRequest, in context: ManagedObjectContext
    ) throws -> FetchRequest<ManagedObject> {
        var fetch = FetchRequest<ManagedObject>(entityName: entity.name)
        var parts = request.predicate.map { [$0] } ?? []
        if !request.query.search.isEmpty { parts.append(search(request.query.search, entity)) }
        if let id = request.query.number("id") {
            parts.append(try selection(of: id, entity, in: context))
        }
        if let relationship = request.query.filter("relationship") {
            parts.append(
                try RecordRelationship(relationship, to: entity, in: context)
                    .selection(of: request.query.number("source"), in: context))
        }
        fetch.predicate = .all(parts)
        fetch.sortDescriptors = request.query.sort.map { [descriptor($0, entity)] } ?? []
        return fetch
    }

    /// The condition that each word is in one of the texts.
    static func search(_ text: String, _ entity: EntityLayout) -> FetchPredicate {
        .and(FetchPredicate.words(text, inAnyOf: entity.textNames.map { [$0] }))
    }

    private static func selection(
        of number: Int, _ entity: EntityLayout, in context: ManagedObjectContext
    ) throws -> FetchPredicate {
        let id = try context.coordinator.objectID(
            entityName: entity.name, recordNumber: Int64(number))
        return .evaluatedObject == id
    }

    private static func descriptor(_ sort: SortOrder, _ entity: EntityLayout) -> FetchSortDescriptor
    {
        let isText = entity.slot(named: sort.attribute)?.attribute?.attributeType == .string
        return FetchSortDescriptor(
            sort.attribute, ascending: sort.isAscending,
            comparison: isText ? .localizedStandard : .plain)
    }

    /// The live state of the page.
    var liveState: LiveState {
        LiveState(
            rows: records.map { LiveState.Row(id: $0.number, showing: $0.json(of: entity)) },
            totals: [("total", .int(total))])
    }

    /// The page as JSON.
    var json: JSONValue {
        ListDocument.json(records.map { $0.json(of: entity) }, request.query, total: total)
    }
}

extension EntityLayout {
    /// The attributes that are searched.
    var textNames: [String] {
        slots.filter { $0.attribute?.attributeType == .string && !$0.isTransient }.map(\.name)
    }
}

extension PropertySlot {
    /// Whether a list can be sorted by the property.
    var isSortable: Bool {
        guard let attribute, !isTransient else { return false }
        return ![.binaryData, .transformable, .composite, .objectID, .undefined]
            .contains(attribute.attributeType)
    }
}
