import Domain
import Foundation
import HTTPTypes
import Persistence

extension SiteError {
    /// The response to an error of the store that is not a fault of the program; nil for other
    /// errors.
    ///
    /// - Parameters:
    ///   - hasPredicate: whether the request has a predicate, which may be at fault.
    ///   - isChange: whether the request changes data.
    ///   - isChanging: whether the change had begun.
    ///   - limits: the limits for reading.
    init?(
        ofStore error: any Error, hasPredicate: Bool, isChange: Bool = false,
        isChanging: Bool = false, within limits: ServerLimits
    ) {
        if hasPredicate, let fault = FieldError(ofReading: error) {
            self = .unprocessable("This list cannot be shown", faults: [fault])
        } else if case PersistenceError.timeLimitExceeded = error {
            self = isChanging ? .waitedInVain : .slow(limits)
        } else if let failure = error as? any StoreAvailability, failure.isStoreUnavailable {
            self = .storeUnavailable(
                isOutcomeUnknown: failure.isOutcomeUnknown, isChange: isChange)
        } else if case PersistenceError.collision(isUndone: false) = error {
            self = .partlySaved
        } else if Self.saysStoreIsAnother(error) {
            self = .storeIsAnother
        } else if Self.saysDiskIsFull(error) {
            self = .diskFull
        } else {
            return nil
        }
    }

    /// A read that exceeded the time limit without a predicate.
    private static func slow(_ limits: ServerLimits) -> SiteError {
        let seconds = limits.queryTimeoutSeconds
        return SiteError(
            status: .serviceUnavailable, title: "This takes too long",
            detail: "It was not read within \(seconds) seconds. Try again in a moment.",
            headers: [.retryAfter: String(seconds)])
    }

    /// A change that has saved a part, and was then interrupted by others.
    private static var partlySaved: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "Someone else saved first",
            detail: """
                A part of what you sent is saved, and the rest is not: look before you send it again.
                """)
    }

    /// A change that waited too long for others.
    private static var waitedInVain: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "These records are in use",
            detail: "Nothing was changed. Try again in a moment.",
            headers: [.retryAfter: "5"])
    }

    /// The database cannot be reached, or has closed a connection.
    ///
    /// - Parameters:
    ///   - isOutcomeUnknown: whether the change may have been saved.
    ///   - isChange: whether the request changes data.
    static func storeUnavailable(isOutcomeUnknown: Bool, isChange: Bool) -> SiteError {
        let changed =
            isOutcomeUnknown
            ? "It is not known whether your changes were saved: check before you send them again. "
            : isChange ? "Nothing was changed. " : ""
        return SiteError(
            status: .serviceUnavailable, title: "The records cannot be reached",
            detail: """
                \(changed)The server continues when its database is back. Try again in a moment.
                """, headers: [.retryAfter: "5"])
    }

    /// The store was replaced: another server has migrated it, or a backup was restored.
    static var storeIsAnother: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "This server has to be restarted",
            detail: """
                Nothing was changed. The records were migrated, restored from a backup, or moved \
                since this server started. \
                Restart it in the same version as the other servers.
                """)
    }

    /// The disk is full.
    static var diskFull: SiteError {
        SiteError(
            status: .init(code: 507, reasonPhrase: "Insufficient Storage"),
            title: "The disk is full",
            detail: """
                Nothing was changed. Free some space for the data, then send the form again.
                """)
    }

    private static func saysStoreIsAnother(_ error: any Error) -> Bool {
        switch error {
        case PersistenceError.cannotOpen(_, .incompatibleModel),
            PersistenceError.cannotOpen(_, .foreign), PersistenceError.storeReplaced:
            true
        default: false
        }
    }

    private static func saysDiskIsFull(_ error: any Error) -> Bool {
        switch error {
        case PersistenceError.sqlite(let code, _, _, _): code & 0xff == 13
        case PersistenceError.cannotOpen(_, .noSpace): true
        case let error as FileError: isFull(error.code)
        case let error as POSIXError: isFull(error.code.rawValue)
        case let error as CocoaError: error.code == .fileWriteOutOfSpace
        default: false
        }
    }

    private static func isFull(_ code: Int32) -> Bool {
        code == ENOSPC || code == EDQUOT
    }
}

extension FieldError {
    /// The response to a predicate that turned out too expensive while reading; nil for other
    /// errors.
    init?(ofReading error: any Error) {
        let reason: String
        switch error {
        case let error as FetchPredicateError: reason = error.message
        case PersistenceError.unsupportedPredicate(let text): reason = text
        case PersistenceError.timeLimitExceeded: reason = "it takes too long to answer"
        default: return nil
        }
        self.init(
            field: "predicate", label: "Predicate",
            message: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
}

extension ManagedObjectContext {
    /// The record with a number, or a 404.
    func existing<Record: ManagedObject>(
        _ type: Record.Type, _ number: Int64, _ noun: String
    ) throws -> Record {
        guard let record = try existingObject(type, recordNumber: number) else {
            throw SiteError.notFound("There is no such \(noun)")
        }
        return record
    }
}

extension SiteError {
    /// A change that can no longer be undone: only the last ones of each kind can, for a day.
    ///
    /// - Parameters:
    ///   - change: the name of the change: `merge`.
    ///   - rest: the place of the removed data, or that it is gone.
    static func notUndoneAnyMore(_ change: String, _ rest: String) -> SiteError {
        SiteError(
            status: .notFound, title: "This \(change) can no longer be undone",
            detail: "It was undone already, or it is too old: the last \(UndoStep.mostNoticed) of "
                + "a kind can be undone, for a day. \(rest)")
    }

    /// A change in the inbox.
    static var inboxChangedForGood: SiteError {
        notUndoneAnyMore(
            "change",
            "Drafts can be merged and separated again; discarded ones are gone.")
    }

    /// Copies of a record.
    static var copiedForGood: SiteError {
        notUndoneAnyMore(
            "copy",
            "Copies that were changed since, or used elsewhere, stay; delete them one by one.")
    }

    /// A deletion of a record other than items, photos and documents, which go to the trash.
    static var deletedForGood: SiteError {
        notUndoneAnyMore(
            "deletion",
            "If it was not undone, what it deleted is only in a backup: only items, photos and "
                + "documents go to the trash.")
    }

    /// A person who was removed.
    static var removedForGood: SiteError {
        notUndoneAnyMore("removal", "If it was not undone, add the person again.")
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
