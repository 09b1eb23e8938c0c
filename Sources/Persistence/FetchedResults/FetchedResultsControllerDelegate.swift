public import Foundation

/// Receives the changes of a fetched results controller. Each method has a default that does
/// nothing.
///
/// For one set of changes, the methods are called in the order of their declaration; sections and
/// objects in the order of ``FetchedResultsChanges``.
///
/// ```swift
/// final class Table: FetchedResultsControllerDelegate {
///     func controller(
///         _ controller: FetchedResultsController<Recipe>, didChange recipe: Recipe,
///         at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
///     ) { … }
/// }
/// ```
public protocol FetchedResultsControllerDelegate<Result>: AnyObject {
    /// The class of the results.
    associatedtype Result: ManagedObject

    /// The results are about to change; they still have their old values.
    func controllerWillChangeContent(_ controller: FetchedResultsController<Result>)

    /// A section was inserted or deleted.
    func controller(
        _ controller: FetchedResultsController<Result>,
        didChange section: FetchedResultsSectionChange)

    /// An object was inserted, deleted, moved or changed.
    func controller(
        _ controller: FetchedResultsController<Result>, didChange object: Result,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes were reported.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Result>)

    /// The index title of a section; nil for none. Default: the first letter of the name, in upper
    /// case.
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
    /// The object or section is new.
    case insert
    /// The object or section is gone.
    case delete
    /// The object has another position among the others, and possibly other values.
    case move
    /// The object has other values and the same position among the others.
    case update
}

/// A change of one object of fetched results.
public struct FetchedResultsChange: Sendable, Hashable {
    /// Insertion, deletion, move or update.
    public let type: FetchedResultsChangeType
    /// The ID of the object, for other tasks; `object(with:)` of the context gets the object.
    public let objectID: ManagedObjectID
    /// The old index path, before all changes; nil for an insertion.
    public let indexPath: IndexPath?
    /// The new index path, after all changes; nil for a deletion.
    public let newIndexPath: IndexPath?
}

/// A change of one section of fetched results: insertion or deletion.
public struct FetchedResultsSectionChange: Sendable, Hashable {
    /// Insertion or deletion.
    public let type: FetchedResultsChangeType
    /// The name of the section.
    public let name: String
    /// The old index of a deleted section, before all changes; the new index of an inserted one,
    /// after them.
    public let index: Int
}

/// Changes of fetched results that happened together, in the order in which a delegate is called.
///
/// To get the new results, apply them in this order: remove what was deleted or moved, by old
/// indexes from last to first; remove and insert sections; insert what was moved or inserted, by
/// new indexes from first to last.
public struct FetchedResultsChanges: Sendable, Hashable {
    /// Deleted sections, then inserted ones.
    public let sections: [FetchedResultsSectionChange]
    /// Deletions, insertions, moves, then updates.
    public let objects: [FetchedResultsChange]
}

extension IndexPath {
    /// Creates an index path from an item number and a section number.
    public init(item: Int, section: Int) {
        self = [section, item]
    }

    /// The number of the section; the path must have two parts.
    public var section: Int { self[0] }

    /// The number of the item in its section; the path must have two parts.
    public var item: Int { self[1] }
}
