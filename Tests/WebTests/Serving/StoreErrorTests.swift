import Foundation
import HTTPTypes
import Persistence
import Testing

@testable import Web

struct StoreErrorTests {
    @Test(
        "A full disk is named, wherever it occurs",
        arguments: [
            PersistenceError.sqlite(
                code: 13, message: "database or disk is full", sql: "COMMIT", path: nil),
            POSIXError(.ENOSPC), CocoaError(.fileWriteOutOfSpace),
        ] as [any Error])
    func fullDisk(error: any Error) throws {
        let answer = try #require(
            SiteError(ofStore: error, hasPredicate: false, within: ServerLimits()))

        #expect(answer.status.code == 507)
        #expect(answer.title == "The disk is full")
    }

    @Test("A read that exceeds the time limit is a fault of the predicate")
    func tooLong() throws {
        let answer = try #require(
            SiteError(
                ofStore: PersistenceError.timeLimitExceeded, hasPredicate: true,
                within: ServerLimits()))

        #expect(answer.status == .unprocessableContent)
        #expect(answer.faults.map(\.field) == ["predicate"])
    }

    @Test("A read without a predicate that exceeds the time limit may be retried")
    func slow() throws {
        var limits = ServerLimits()
        limits.queryTimeoutSeconds = 7

        let answer = try #require(
            SiteError(
                ofStore: PersistenceError.timeLimitExceeded, hasPredicate: false,
                within: limits))

        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "7")
        #expect(answer.detail.contains("7 seconds"))
        #expect(answer.faults.isEmpty)
        #expect(!"\(answer)".contains("redicate"))
    }

    @Test("A change that waited for others too long says that nothing was changed")
    func waiting() throws {
        let answer = try #require(
            SiteError(
                ofStore: PersistenceError.timeLimitExceeded, hasPredicate: false, isChange: true,
                isChanging: true,
                within: ServerLimits()))

        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "5")
        #expect(answer.detail.contains("Nothing was changed"))
    }

    @Test(
        "A server whose store was replaced or migrated says that it must be restarted",
        arguments: [
            PersistenceError.cannotOpen(
                path: "postgresql://x/y",
                reason: .incompatibleModel("another program has migrated the store")),
            .storeReplaced(path: "postgresql://x/y"),
        ])
    func another(error: PersistenceError) throws {
        let answer = try #require(
            SiteError(ofStore: error, hasPredicate: false, within: ServerLimits()))

        #expect(answer.status == .serviceUnavailable)
        #expect(answer.title == "This server has to be restarted")
        #expect(!answer.detail.contains("postgresql"))
    }

    @Test("Other errors stay internal errors")
    func others() {
        #expect(
            SiteError(
                ofStore: PersistenceError.corruptStore(path: "x", reason: "y"), hasPredicate: true,

                within: ServerLimits()) == nil)
        #expect(
            SiteError(
                ofStore: POSIXError(.EIO), hasPredicate: true,
                within: ServerLimits()) == nil)
    }
}
