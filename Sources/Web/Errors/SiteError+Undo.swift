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
            "Drafts can be merged and separated again; discarded ones are gone.")
    }

    /// A deletion of a record other than items, photos and documents, which go to the trash.
    static var deletedForGood: SiteError {
        notUndoneAnyMore(
            "deletion",
            "Only items, photos and documents go to the trash: what this one deleted is only "
                + "in a backup.")
    }

    /// A person who was removed.
    static var removedForGood: SiteError {
        notUndoneAnyMore("removal", "Add the person again.")
    }

    /// A completed task.
    static var careDoneForGood: SiteError {
        notUndoneAnyMore(
            "change", "What was done is on the page of the task; undo it there.")
    }

    /// A completion of a task that was undone.
    static var careTakenBackForGood: SiteError {
        notUndoneAnyMore("change", "You can mark it as done again on the page of the task.")
    }

    /// A returned loan.
    static var loanReturnedForGood: SiteError {
        notUndoneAnyMore("change", "Add a new loan instead.")
    }

    /// A merge of types.
    static var mergedForGood: SiteError {
        notUndoneAnyMore("merge", "The items have the other type now; you can change it again.")
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
            detail: "Delete another one first. This one stays in the trash.")
    }
}
