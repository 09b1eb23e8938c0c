public import Foundation

/// The delegate of a fetched results controller. Each method has a default that does nothing.
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

/// The kind of change of an object or a section of fetched results.
public enum FetchedResultsChangeType: Sendable, Hashable {
    /// It is new among the results.
    case insert
    /// It is no longer among the results.
    case delete
    /// It is at another place among the others; it may have changed otherwise too.
    case move
    /// It has changed, and is where it was among the others.
    case update
}

/// A change of one object of fetched results.
public struct FetchedResultsChange: Sendable, Hashable {
    /// The kind of the change.
    public let type: FetchedResultsChangeType
    /// The object.
    public let objectID: ManagedObjectID
    /// Where it was before all changes; nil for an insertion.
    public let indexPath: IndexPath?
    /// Where it is after all changes; nil for a deletion.
    public let newIndexPath: IndexPath?
}

/// A change of one section of fetched results: insertion or deletion.
public struct FetchedResultsSectionChange: Sendable, Hashable {
    /// The kind of the change.
    public let type: FetchedResultsChangeType
    /// The section's name.
    public let name: String
    /// Where it was before all changes, for a deletion; where it is after them, for an insertion.
    public let index: Int
}

/// The changes of fetched results that happened at once, in the order in which a delegate is called.
///
/// Apply the changes in this order to get the new results: remove what was deleted and moved, by old
/// indexes from the last to the first; remove and insert sections; insert what was moved and inserted,
/// by new indexes from the first to the last.
public struct FetchedResultsChanges: Sendable, Hashable {
    /// Deleted sections, then inserted ones.
    public let sections: [FetchedResultsSectionChange]
    /// Deletions, insertions, moves, then updates.
    public let objects: [FetchedResultsChange]
}

extension IndexPath {
    /// The place of an item in a section.
    public init(item: Int, section: Int) {
        self = [section, item]
    }

    /// The number of the section; the path must have two parts.
    public var section: Int { self[0] }

    /// The number of the item in its section; the path must have two parts.
    public var item: Int { self[1] }
}
