import Domain
import Foundation
import HTTPTypes
import Persistence

extension SiteError {
    /// The answer to an error of the store that is no fault of the program; nil for others.
    ///
    /// - Parameters:
    ///   - hasPredicate: whether the request has a predicate, which may be at fault.
    ///   - isChange: whether something was to be changed.
    ///   - isChanging: whether that had begun.
    ///   - limits: the limits within which it was read.
    init?(
        ofStore error: any Error, hasPredicate: Bool, isChange: Bool = false,
        isChanging: Bool = false, within limits: ServerLimits
    ) {
        if hasPredicate, let fault = FormFault(ofReading: error) {
            self = .unprocessable("This list cannot be shown", faults: [fault])
        } else if case PersistenceError.timeLimitExceeded = error {
            self = isChanging ? .waitedInVain : .slow(limits)
        } else if let failure = error as? any StoreAvailability, failure.isStoreUnavailable {
            self = .storeIsAway(
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

    /// A read that took too long, though it asks for nothing that has to take long.
    private static func slow(_ limits: ServerLimits) -> SiteError {
        let seconds = limits.queryTimeoutSeconds
        return SiteError(
            status: .serviceUnavailable, title: "This takes too long just now",
            detail: "It was not read within \(seconds) seconds. Try again in a moment.",
            headers: [.retryAfter: String(seconds)])
    }

    /// A change that has saved something, and could not go on because others came between.
    private static var partlySaved: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "Others came between",
            detail: """
                A part of what you sent is saved, and the rest is not: look before you send it again.
                """)
    }

    /// A change for which others were waited too long.
    private static var waitedInVain: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "Others are at work on these records",
            detail: "Nothing was changed. Try again in a moment.",
            headers: [.retryAfter: "5"])
    }

    /// The database cannot be reached, or has ended a connection in the middle of something.
    ///
    /// - Parameters:
    ///   - isOutcomeUnknown: whether what was sent may be saved all the same.
    ///   - isChange: whether something was to be changed.
    static func storeIsAway(isOutcomeUnknown: Bool, isChange: Bool) -> SiteError {
        let changed =
            isOutcomeUnknown
            ? "Whether what you sent is saved is not known: look before you send it again. "
            : isChange ? "Nothing was changed. " : ""
        return SiteError(
            status: .serviceUnavailable, title: "The records cannot be reached just now",
            detail: """
                \(changed)The server goes on by itself once its database is back: try again in a moment.
                """, headers: [.retryAfter: "5"])
    }

    /// Another server has brought the records to another version, or a backup was restored: this one has
    /// another store than the one that it opened.
    static var storeIsAnother: SiteError {
        SiteError(
            status: .serviceUnavailable, title: "This server has to be restarted",
            detail: """
                Nothing was changed. The records were brought to another version of the program, were \
                replaced by those of a backup, or were moved, since this server started. \
                Restart it in the same version as the other servers.
                """)
    }

    /// The disk has no space left for what was to be kept.
    static var diskFull: SiteError {
        SiteError(
            status: .init(code: 507, reasonPhrase: "Insufficient Storage"),
            title: "The disk is full",
            detail: """
                Nothing was changed. Make room where the data lies, then send the form again.
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

extension FormFault {
    /// What a predicate turned out to ask too much of, once the records were read; nil for other
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
