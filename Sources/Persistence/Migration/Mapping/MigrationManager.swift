public import ObjectModel

/// A running migration with a mapping: both contexts, and the associations of objects.
public final class MigrationManager {
    /// The mapping.
    public let mappingModel: MappingModel
    /// The objects of the older version.
    public let sourceContext: ManagedObjectContext
    /// The objects of the newer version. It is saved once, at the end.
    public let destinationContext: ManagedObjectContext
    /// Values for policies.
    public var userInfo: [String: Any] = [:]

    var isCancelled: (@Sendable () -> Bool)?
    private var cancellation: (any Error)?

    private var destinations: [String: [ManagedObjectID: [ManagedObject]]] = [:]
    private var sources: [String: [ObjectIdentifier: ManagedObject]] = [:]
    /// By mapping, in the order of association.
    private var associated: [String: [ManagedObject]] = [:]
    /// The older root entity whose keys a newer one uses, by number.
    private var keyOwners: [Int: Int] = [:]
    private var takenKeys: [Int: Set<Int64>] = [:]

    init(
        _ mappingModel: MappingModel, from sourceContext: ManagedObjectContext,
        to destinationContext: ManagedObjectContext
    ) {
        self.mappingModel = mappingModel
        self.sourceContext = sourceContext
        self.destinationContext = destinationContext
    }

    /// Cancels the migration before its next object with an error; the store is unchanged then.
    public func cancelMigration(with error: any Error) {
        if cancellation == nil { cancellation = error }
    }

    func checkCancellation() throws {
        if let cancellation { throw cancellation }
        if isCancelled?() == true { throw CancellationError() }
    }

    /// The older version of the model.
    public var sourceModel: ManagedObjectModel { sourceContext.coordinator.managedObjectModel }
    /// The newer version of the model.
    public var destinationModel: ManagedObjectModel {
        destinationContext.coordinator.managedObjectModel
    }

    /// Associates an object with its newer one.
    public func associate(
        sourceInstance source: ManagedObject, withDestinationInstance destination: ManagedObject,
        for mapping: EntityMapping
    ) {
        destinations[mapping.name, default: [:]][source.objectID, default: []].append(destination)
        sources[mapping.name, default: [:]][ObjectIdentifier(destination)] = source
        associated[mapping.name, default: []].append(destination)
    }

    /// The newer objects of a mapping, in the order of the older ones.
    public func destinationInstances(
        forEntityMappingName name: String, sourceInstances: [ManagedObject]
    ) -> [ManagedObject] {
        guard let known = destinations[name] else { return [] }
        return sourceInstances.flatMap { known[$0.objectID] ?? [] }.withoutRepetitions()
    }

    /// The newer objects of all mappings, in the order of the older ones.
    public func destinationInstances(forSourceInstances objects: [ManagedObject]) -> [ManagedObject]
    {
        objects.flatMap { object in
            mappingModel.entityMappings.flatMap {
                destinations[$0.name]?[object.objectID] ?? []
            }
        }.withoutRepetitions()
    }

    /// The older objects of a mapping.
    public func sourceInstances(
        forEntityMappingName name: String, destinationInstances: [ManagedObject]
    ) -> [ManagedObject] {
        guard let known = sources[name] else { return [] }
        return destinationInstances.compactMap { known[ObjectIdentifier($0)] }
            .withoutRepetitions()
    }

    /// The objects that a mapping has made so far.
    public func destinationInstances(of mapping: EntityMapping) -> [ManagedObject] {
        associated[mapping.name] ?? []
    }

    /// Makes the object for an older one and associates the two. It keeps its record's key unless
    /// another record could have it, so that addresses stay valid.
    func makeDestination(
        for source: ManagedObject, in mapping: EntityMapping
    ) throws -> ManagedObject {
        let object = try ManagedObject(
            entityName: mapping.destinationEntityName ?? "", context: destinationContext)
        let root = object.layout.rootNumber
        let key = source.objectID.key
        if keyOwners[root] == nil { keyOwners[root] = source.layout.rootNumber }
        if keyOwners[root] == source.layout.rootNumber,
            takenKeys[root, default: []].insert(key).inserted
        {
            let temporaryKey = object.objectID.key
            object.objectID = ManagedObjectID(storeEntity: object.objectID.storeEntity, key: key)
            destinationContext.changeKey(of: object, from: temporaryKey)
        }
        associate(sourceInstance: source, withDestinationInstance: object, for: mapping)
        return object
    }

    /// The result of a function that an expression calls on `$manager`.
    func value(ofFunction name: String, arguments: [PredicateValue]) throws -> PredicateValue {
        if let request = MigrationRequest(
            name: name, arguments: arguments.map { $0.attributeValue ?? .null })
        {
            return .collection(try request.objects(in: sourceContext).map(PredicateValue.subject))
        }
        let objects = arguments.last?.managedObjects ?? []
        let found: [ManagedObject]
        switch (name, arguments.first?.attributeValue) {
        case (
            "destinationInstancesForEntityMappingNamed:sourceInstances:", .string(let mapping)?
        ):
            found = destinationInstances(forEntityMappingName: mapping, sourceInstances: objects)
        case ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", .string?):
            found = destinationInstances(forSourceInstances: objects)
        case (
            "sourceInstancesForEntityMappingNamed:destinationInstances:", .string(let mapping)?
        ):
            found = sourceInstances(forEntityMappingName: mapping, destinationInstances: objects)
        default:
            throw FetchPredicateError(
                "A migration has no function “\(name)”, or not of these operands.")
        }
        return .collection(found.map(PredicateValue.subject))
    }
}

extension PredicateValue {
    /// The object, or the members of a collection.
    var managedObjects: [ManagedObject] {
        switch self {
        case .value: []
        case .subject(let subject): (subject as? ManagedObject).map { [$0] } ?? []
        case .collection(let members): members.flatMap(\.managedObjects)
        }
    }
}

extension Sequence where Element: ManagedObject {
    fileprivate func withoutRepetitions() -> [Element] {
        var seen: Set<ObjectIdentifier> = []
        return filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}

/// A selection of older objects, as Core Data's mappings write it.
struct MigrationRequest {
    static let name = "fetchRequestForSourceEntityNamed:predicateString:"
    static let names = [name, name + "includesSubentities:"]

    let entityName: String
    let predicateFormat: String
    let includesSubentities: Bool

    /// Nil for other functions and arguments.
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

    /// Nil unless the expression is such a function of constants.
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

    /// The predicate; nil for all objects.
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
