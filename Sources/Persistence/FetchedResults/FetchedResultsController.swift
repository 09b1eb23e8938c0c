public import Foundation

/// Keeps the results of a fetch up to date, in sections, and reports each change of them.
///
/// ```swift
/// let controller = FetchedResultsController(
///     fetchRequest: FetchRequest<Recipe>(sortBy: [SortDescriptor(\.title)]), managedObjectContext: context)
/// try controller.performFetch()
/// print(controller.fetchedObjects?.count ?? 0)
/// ```
/// The results follow the context: insertions, changes, deletions and merges count, saved or not,
/// when the context reports them (see `observeChanges(_:)`). A change costs one search in the
/// results; a request with a limit, an offset or key paths through relationships is fetched
/// again.
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
    /// The request for the results.
    public let fetchRequest: FetchRequest<Result>
    /// The context of the results.
    public let managedObjectContext: ManagedObjectContext
    /// The key path of an object's section name; nil for a closure or for no sections.
    public let sectionNameKeyPath: String?
    /// Receives the changes.
    public weak var delegate: (any FetchedResultsControllerDelegate<Result>)?

    private let sectionName: (Result) throws -> String
    private let streams = Broadcast<FetchedResultsChanges>()
    private var observations: [ContextObservation] = []
    private var list: FetchedResultsList<Result>?
    private var shape = ResultsShape<Result>(names: [], members: [])
    private var indexPaths: [Result: IndexPath]?
    /// The request with resolved names; nil before the first fetch.
    private var fetch: StoreFetch?
    private var fetchesAnew = false

    /// Creates a controller whose sections are named by a property. Numbers and dates become text,
    /// and a missing value an empty name.
    ///
    /// ```swift
    /// let request = FetchRequest<Recipe>(sortBy: [SortDescriptor(\.cook?.name), SortDescriptor(\.title)])
    /// let controller = FetchedResultsController(
    ///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "cook.name")
    /// ```
    /// - Parameter sectionNameKeyPath: the property; nil for one section. The request must sort by
    ///   it, or by something else that keeps the objects of a section together.
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

    /// Creates a controller whose sections are named by a closure, which reads attributes of the
    /// object itself.
    ///
    /// ```swift
    /// let controller = FetchedResultsController(fetchRequest: request, managedObjectContext: context) {
    ///     $0.title.map { String($0.prefix(1)) }
    /// }
    /// ```
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

    /// Fetches the results and follows them from then on. The fetch itself is not reported.
    ///
    /// - Throws: errors of the fetch, and `PersistenceError.misuse` if the order of the request
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

    /// The request with names in place of key paths.
    private func resolvedRequest() throws -> FetchRequest<Result> {
        try fetchRequest.resolved(in: managedObjectContext.coordinator.layout)
    }

    /// The results in their order; nil before the first fetch.
    public var fetchedObjects: [Result]? { list?.objects }

    /// The sections; empty without results.
    public var sections: [FetchedResultsSection<Result>] {
        zip(shape.names, shape.members).map { FetchedResultsSection(name: $0, objects: $1) }
    }

    /// The result at an index path, which must be valid.
    public func object(at indexPath: IndexPath) -> Result {
        shape.members[indexPath.section][indexPath.item]
    }

    /// The index path of an object; nil if it is not a result.
    public func indexPath(forObject object: Result) -> IndexPath? {
        if let indexPaths { return indexPaths[object] }
        var new: [Result: IndexPath] = [:]
        for (section, members) in shape.members.enumerated() {
            for (item, object) in members.enumerated() {
                new[object] = IndexPath(item: item, section: section)
            }
        }
        indexPaths = new
        return new[object]
    }

    /// The IDs of the current results, which may leave the task of the context.
    public var snapshot: FetchedResultsSnapshot {
        FetchedResultsSnapshot(
            sectionNames: shape.names, objectIDs: shape.members.map { $0.map(\.objectID) })
    }

    /// The later changes, for a `for await` loop; the sequence ends with the controller.
    ///
    /// ```swift
    /// for await change in controller.changes { print(change.objects.count) }
    /// ```
    public var changes: AsyncStream<FetchedResultsChanges> { streams.stream() }

    // MARK: - Section index

    /// The titles of the section index, without repetition.
    public var sectionIndexTitles: [String] {
        var seen: Set<String> = []
        return shape.names.compactMap(indexTitle).filter { seen.insert($0).inserted }
    }

    /// The title of a section in the index, unless the delegate returns another: the first letter
    /// of its name in upper case; nil for an empty name.
    public func sectionIndexTitle(forSectionName name: String) -> String? {
        name.first.map { $0.uppercased() }
    }

    /// The number of the first section with an index title; nil if there is none.
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

    /// Equal objects are ordered by their IDs, which a save makes permanent.
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
        indexPaths = nil
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
///
/// ```swift
/// for section in controller.sections { print(section.name, section.numberOfObjects) }
/// ```
public struct FetchedResultsSection<Result: ManagedObject> {
    /// The name; empty for the only section of unsectioned results, and for objects without a name.
    public let name: String
    /// The objects, in the order of the request.
    public let objects: [Result]

    /// The number of objects in the section.
    public var numberOfObjects: Int { objects.count }
}

/// The object IDs of fetched results at one moment, for other tasks.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The names of the sections.
    public let sectionNames: [String]
    /// The IDs of each section's objects.
    public let objectIDs: [[ManagedObjectID]]

    /// The IDs of all objects, in their order.
    public var allObjectIDs: [ManagedObjectID] { objectIDs.flatMap(\.self) }
}

extension FetchRequest {
    /// Whether other objects can change the results: those at the end of a key path, or those that
    /// a limit excludes.
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
