import Domain
import HTTPTypes

extension SiteError {
    /// A change that could be taken back for a day, as the last ones of each kind can.
    ///
    /// - Parameters:
    ///   - change: what it is called: `merge`.
    ///   - rest: where what it took away is, or that it is gone.
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

    /// A deletion of something that is no item, photo or document: those go to the trash.
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

    /// A task that was done.
    static var careDoneForGood: SiteError {
        notUndoneAnyMore(
            "change", "What was done is on the page of the task; undo it there.")
    }

    /// Something that was done and taken back.
    static var careTakenBackForGood: SiteError {
        notUndoneAnyMore("change", "What was done can be noted once more on the page of the task.")
    }

    /// A loan that is back.
    static var loanReturnedForGood: SiteError {
        notUndoneAnyMore("change", "What is lent again is noted as a new loan.")
    }

    /// A merge of types.
    static var mergedForGood: SiteError {
        notUndoneAnyMore("merge", "The items have the other type; they can be given one again.")
    }

    /// Something in the trash, which is there for nobody but the trash.
    static func inTrash(_ what: String) -> SiteError {
        SiteError(
            status: .notFound, title: "This \(what) is in the trash",
            detail: "Restore it from there first; it is there for \(Item.daysInTrash) days.")
    }

    /// Something that does not come back from the trash, because others have its place by now.
    static func noRoom(_ title: String) -> SiteError {
        SiteError(
            status: .conflict, title: title,
            detail: "Delete another one first; this one stays in the trash meanwhile.")
    }
}
