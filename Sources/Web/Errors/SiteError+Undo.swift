import Domain
import HTTPTypes

extension SiteError {
    /// A change that can no longer be undone: only the last ones of each kind can, for a day.
    ///
    /// - Parameters:
    ///   - change: the name of the change: `merge`.
    ///   - rest: the place of the removed data, or that it is gone.
    static func notUndoneAnyMore(_ change: String, _ rest: String) -> SiteError {
        SiteError(
            status: .notFound, title: "This \(change) can no longer be undone",
            detail: "The last \(UndoFiles.most) of their kind can be, for a day. \(rest)")
    }

    /// A change of several items.
    static var itemsChangedForGood: SiteError {
        notUndoneAnyMore(
            "change",
            "Items that it put into the trash are there for \(Item.daysInTrash) days."
        )
    }

    /// A change in the inbox.
    static var inboxChangedForGood: SiteError {
        notUndoneAnyMore(
            "change",
            "Drafts can be put together and taken apart again; what was discarded is gone.")
    }

    /// A deletion of a record other than items, photos and documents, which go to the trash.
    static var deletedForGood: SiteError {
        notUndoneAnyMore(
            "deletion",
            "Items, photos and documents go to the trash, and nothing else does: what this one took "
                + "away is in no place but a backup.")
    }

    /// A person who was removed.
    static var removedForGood: SiteError {
        notUndoneAnyMore("removal", "Add the person once more.")
    }

    /// A completed task.
    static var careDoneForGood: SiteError {
        notUndoneAnyMore(
            "change", "What was done is on the page of the task; undo it there.")
    }

    /// A completion of a task that was undone.
    static var careTakenBackForGood: SiteError {
        notUndoneAnyMore("change", "What was done can be noted once more on the page of the task.")
    }

    /// A returned loan.
    static var loanReturnedForGood: SiteError {
        notUndoneAnyMore("change", "What is lent again is noted as a new loan.")
    }

    /// A merge of types.
    static var mergedForGood: SiteError {
        notUndoneAnyMore("merge", "The items have the other type; they can be given one again.")
    }

    /// A record in the trash, which can only be opened there.
    static func inTrash(_ what: String) -> SiteError {
        SiteError(
            status: .notFound, title: "This \(what) is in the trash",
            detail: "Restore it from there first; it is there for \(Item.daysInTrash) days.")
    }

    /// A record that cannot be restored from the trash, because another one has its place.
    static func noRoom(_ title: String) -> SiteError {
        SiteError(
            status: .conflict, title: title,
            detail: "Delete another one first; this one stays in the trash meanwhile.")
    }
}
