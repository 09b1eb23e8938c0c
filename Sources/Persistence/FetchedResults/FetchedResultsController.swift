public import Foundation

/// Keeps the results of a fetch up to date, in sections, and reports each change of them.
///
/// ```swift
/// let controller = FetchedResultsController(
///     fetchRequest: FetchRequest<Recipe>(sortBy: [SortDescriptor(\.title)]), managedObjectContext: context)
/// try controller.performFetch()
/// print(controller.fetchedObjects?.count ?? 0)
/// ```
/// Results follow the objects of the context: insertions, changes, deletions and merges count when the
/// context reports them (see `observeChanges(_:)`), saved or not.
///
/// ## Topics
/// ### Fetching
/// - ``performFetch()``
/// - ``fetchedObjects``
/// - ``sections``
/// ### Changes
/// - ``delegate``
/// - ``changes``
public final class FetchedResultsController<Result: ManagedObject> {
    /// The request whose results are kept.
    public let fetchRequest: FetchRequest<Result>
    /// The context of the results.
    public let managedObjectContext: ManagedObjectContext
    /// The key path of the section's name in each object; nil for a closure, or for no sections.
    public let sectionNameKeyPath: String?
    /// The delegate that is called for changes.
    public weak var delegate: (any FetchedResultsControllerDelegate<Result>)?

    private let sectionName: (Result) throws -> String
    private let streams = Broadcast<FetchedResultsChanges>()
    private var observations: [ContextObservation] = []
    private var list: FetchedResultsList<Result>?
    private var shape = ResultsShape<Result>(names: [], members: [])
    private var places: [Result: IndexPath]?
    /// The request with its names resolved; nil before the first fetch.
    private var fetch: StoreFetch?
    private var fetchesAnew = false

    /// Makes a controller whose sections are named by a property. Numbers and dates are written
    /// out, and no value is an empty name.
    ///
    /// - Parameter sectionNameKeyPath: the property; nil for one section. The request has to sort
    ///   by it, or by something that keeps the objects of a section together.
    public init(
        fetchRequest: FetchRequest<Result>, managedObjectContext: ManagedObjectContext,
        sectionNameKeyPath: String? = nil
    ) {
        self.fetchRequest = fetchRequest
        self.managedObjectContext = managedObjectContext
        self.sectionNameKeyPath = sectionNameKeyPath
        if let sectionNameKeyPath {
            sectionName = { object in
                try FetchExpression.key(sectionNameKeyPath).value(with: object).sectionName
            }
        } else {
            sectionName = { _ in "" }
        }
    }

    /// Makes a controller whose sections are named by a closure, which looks at attributes of the
    /// object itself.
    public init(
        fetchRequest: FetchRequest<Result>, managedObjectContext: ManagedObjectContext,
        sectionName: @escaping (Result) -> String?
    ) {
        self.fetchRequest = fetchRequest
        self.managedObjectContext = managedObjectContext
        sectionNameKeyPath = nil
        self.sectionName = { sectionName($0) ?? "" }
    }

    // MARK: - Results

    /// Fetches, and follows the results from now on. Nothing is reported of this.
    ///
    /// - Throws: errors of the fetch, and `PersistenceError.misuse` if the request's order
    ///   scatters the objects of a section.
    public func performFetch() throws {
        let fetch = try managedObjectContext.storeFetch(for: fetchRequest)
        let list = try fetchedList()
        if let name = list.scatteredSection {
            throw PersistenceError.misuse(
                "The order of the request scatters the objects of the section “\(name)”")
        }
        self.fetch = fetch
        fetchesAnew = try resolvedRequest().dependsOnOtherObjects(
            sectionNameKeyPath: sectionNameKeyPath, in: fetch.entity)
        show(list)
        if observations.isEmpty { observe() }
    }

    /// The request with the model's names in the place of key paths.
    private func resolvedRequest() throws -> FetchRequest<Result> {
        try fetchRequest.resolved(in: managedObjectContext.coordinator.layout)
    }

    /// All results in their order; nil before the first fetch.
    public var fetchedObjects: [Result]? { list?.objects }

    /// The sections; none without results.
    public var sections: [FetchedResultsSection<Result>] {
        zip(shape.names, shape.members).map { FetchedResultsSection(name: $0, objects: $1) }
    }

    /// The result at a place, which has to exist.
    public func object(at indexPath: IndexPath) -> Result {
        shape.members[indexPath.section][indexPath.item]
    }

    /// The place of an object; nil if it is not among the results.
    public func indexPath(forObject object: Result) -> IndexPath? {
        if let places { return places[object] }
        var new: [Result: IndexPath] = [:]
        for (section, members) in shape.members.enumerated() {
            for (item, object) in members.enumerated() {
                new[object] = IndexPath(item: item, section: section)
            }
        }
        places = new
        return new[object]
    }

    /// The IDs of the results at present.
    public var snapshot: FetchedResultsSnapshot {
        FetchedResultsSnapshot(
            sectionNames: shape.names, objectIDs: shape.members.map { $0.map(\.objectID) })
    }

    /// The changes of the results from now on; it ends with the controller.
    public var changes: AsyncStream<FetchedResultsChanges> { streams.stream() }

    // MARK: - Section index

    /// The titles of the sections in an index, each once.
    public var sectionIndexTitles: [String] {
        var seen: Set<String> = []
        return shape.names.compactMap(indexTitle).filter { seen.insert($0).inserted }
    }

    /// The title of a section in an index unless the delegate has another one: the first letter of
    /// its name as a capital, nil for an empty name.
    public func sectionIndexTitle(forSectionName name: String) -> String? {
        name.first.map { $0.uppercased() }
    }

    /// The number of the first section with a title in the index; nil if there is none.
    public func section(forSectionIndexTitle title: String) -> Int? {
        shape.names.firstIndex { indexTitle($0) == title }
    }

    private func indexTitle(_ name: String) -> String? {
        guard let delegate else { return sectionIndexTitle(forSectionName: name) }
        return delegate.controller(self, sectionIndexTitleForSectionName: name)
    }

    // MARK: - Following

    private func observe() {
        observations = [
            managedObjectContext.observeChanges { [weak self] in self?.follow($0) },
            managedObjectContext.observeIDs { [weak self] in self?.followIDs() },
        ]
    }

    private func follow(_ changes: ObjectChanges) {
        guard let list, let fetch else { return }
        let touched = changes.inserted + changes.updated + changes.refreshed
        let results = touched.compactMap { $0 as? Result }
        do {
            if fetchesAnew || changes.invalidatedAll {
                return report(try fetchedList(), changed: Set(results))
            }
            var new = list
            let gone = changes.deleted.compactMap { $0 as? Result }
            try managedObjectContext.fill(results.filter { $0.row == nil }.map(\.objectID))
            try new.replace(
                Set(results + gone),
                with: results.filter { try managedObjectContext.shows($0, in: fetch) })
            report(new, changed: Set(results))
        } catch {
            managedObjectContext.remember(error)
        }
    }

    /// Objects that are equal in the order stand in that of their IDs.
    private func followIDs() {
        guard var new = list else { return }
        let renamed = new.renamedObjects
        guard !renamed.isEmpty else { return }
        do {
            try new.replace(Set(renamed), with: renamed)
            report(new, changed: [])
        } catch {
            managedObjectContext.remember(error)
        }
    }

    private func fetchedList() throws -> FetchedResultsList<Result> {
        try FetchedResultsList(
            try managedObjectContext.fetch(fetchRequest),
            by: resolvedRequest().sortDescriptors,
            sectionName: sectionName)
    }

    private func show(_ list: FetchedResultsList<Result>) {
        self.list = list
        shape = list.shape
        places = nil
    }

    private func report(_ new: FetchedResultsList<Result>, changed: Set<Result>) {
        let difference = ResultsDifference(from: shape, to: new.shape, changed: changed)
        guard !difference.isEmpty else { return show(new) }
        delegate?.controllerWillChangeContent(self)
        show(new)
        for section in difference.sections { delegate?.controller(self, didChange: section) }
        for change in difference.elements {
            delegate?.controller(
                self, didChange: change.element, at: change.from, for: change.type,
                newIndexPath: change.to)
        }
        delegate?.controllerDidChangeContent(self)
        guard !streams.isEmpty else { return }
        streams.send(
            FetchedResultsChanges(
                sections: difference.sections,
                objects: difference.elements.map { change in
                    FetchedResultsChange(
                        type: change.type, objectID: change.element.objectID,
                        indexPath: change.from, newIndexPath: change.to)
                }))
    }
}

/// A section of fetched results.
public struct FetchedResultsSection<Result: ManagedObject> {
    /// The name, by which the results are divided; empty for results without sections and for
    /// objects without a name.
    public let name: String
    /// The objects, in their order.
    public let objects: [Result]

    /// The number of objects.
    public var numberOfObjects: Int { objects.count }
}

/// The object IDs of fetched results at one time, for other tasks.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The names of the sections.
    public let sectionNames: [String]
    /// The IDs of each section's objects.
    public let objectIDs: [[ManagedObjectID]]

    /// The IDs of all objects, in their order.
    public var allObjectIDs: [ManagedObjectID] { objectIDs.flatMap(\.self) }
}

extension FetchRequest {
    /// Whether objects may come and go, or change places, because others change: those at the end
    /// of a key path, or those that a limit lets in.
    func dependsOnOtherObjects(sectionNameKeyPath: String?, in entity: EntityLayout) -> Bool {
        if fetchLimit > 0 || fetchOffset > 0 { return true }
        let keyPaths = sortDescriptors.map(\.keyPath) + [sectionNameKeyPath].compactMap { $0 }
        if keyPaths.contains(where: { entity.slot(named: $0) == nil }) { return true }
        return predicate?.operands.contains { $0.leavesObject(of: entity) } ?? false
    }
}

extension FetchExpression {
    fileprivate func leavesObject(of entity: EntityLayout) -> Bool {
        switch self {
        case .keyPath(let keys):
            entity.slot(named: keys.joined(separator: ".")) == nil && keys.last != "@count"
                || keys.count > 2
        case .keyPathOf, .subquery: true
        case .function(PredicateFunction.indexedText.rawValue, let arguments):
            arguments != [.evaluatedObject]
        default: parts.contains { $0.leavesObject(of: entity) }
        }
    }
}
