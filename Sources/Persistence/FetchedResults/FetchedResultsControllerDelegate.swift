public import Foundation

/// Who hears of the changes of fetched results. Each method has a default that does nothing.
///
/// For one set of changes, the calls come in the order in which the methods stand here; sections
/// and objects in that of ``FetchedResultsChanges``.
public protocol FetchedResultsControllerDelegate<Result>: AnyObject {
    /// The class of the results.
    associatedtype Result: ManagedObject

    /// The results will change; they are still what they were.
    func controllerWillChangeContent(_ controller: FetchedResultsController<Result>)

    /// A section was inserted or deleted.
    func controller(
        _ controller: FetchedResultsController<Result>,
        didChange section: FetchedResultsSectionChange)

    /// An object was inserted, deleted, moved or changed.
    func controller(
        _ controller: FetchedResultsController<Result>, didChange object: Result,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes were told.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Result>)

    /// The title of a section in an index; nil for none. The default is the first letter of the
    /// name, as a capital.
    func controller(
        _ controller: FetchedResultsController<Result>, sectionIndexTitleForSectionName name: String
    ) -> String?
}

extension FetchedResultsControllerDelegate {
    public func controllerWillChangeContent(_ controller: FetchedResultsController<Result>) {}

    public func controller(
        _ controller: FetchedResultsController<Result>,
        didChange section: FetchedResultsSectionChange
    ) {}

    public func controller(
        _ controller: FetchedResultsController<Result>, didChange object: Result,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    public func controllerDidChangeContent(_ controller: FetchedResultsController<Result>) {}

    public func controller(
        _ controller: FetchedResultsController<Result>, sectionIndexTitleForSectionName name: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: name)
    }
}
