import Foundation
import Persistence
import Testing

@testable import Domain

struct UndoFilesTests {
    private let test: TestHousehold
    private var files: UndoFiles { test.household.undoFiles }

    init() throws {
        test = try TestHousehold()
    }

    private func change(_ token: String, now: Date = Date()) throws -> [Int]? {
        try files.change(token, of: "test", now: now)
    }

    @Test("A change is found by token and kind, for a day, until it is forgotten")
    func life() throws {
        let token = try files.keep([1, 2], of: "test")

        #expect(try change(token) == [1, 2])
        #expect(try files.change(token, of: "other") as [Int]? == nil)
        #expect(try change(token, now: Date(timeIntervalSinceNow: 25 * 60 * 60)) == nil)
        #expect(try files.change(token, of: "test") as [String]? == nil)

        try files.forget(token, of: "test")
        try files.forget(token, of: "test")
        #expect(try change(token) == nil)
        #expect(try names().isEmpty)
    }

    @Test("A token cannot lead to another file", arguments: ["", "../../images", "0", "..", "a/b"])
    func tokens(token: String) throws {
        #expect(try change(token) == nil)
        try files.forget(token, of: "test")
    }

    @Test("The latest changes of each kind are stored, and none for longer than a day")
    func most() throws {
        let other = try files.keep([0], of: "other")
        var tokens: [String] = []
        for number in 0..<(UndoFiles.most + 5) {
            tokens.append(try files.keep([number], of: "test"))
        }

        let kept = try tokens.map { try change($0)?.first }
        #expect(kept.compactMap(\.self).count == UndoFiles.most)
        #expect(kept.last == UndoFiles.most + 4)
        #expect(try files.change(other, of: "other") as [Int]? == [0])

        try files.sweep()
        #expect(try names().count == UndoFiles.most + 1)
        try files.sweep(now: Date(timeIntervalSinceNow: 25 * 60 * 60))
        #expect(try names().isEmpty)
    }

    @Test("Foreign files in the folder stay, and cause no error")
    func others() throws {
        _ = try files.keep([1], of: "test")
        try FileManager.default.createDirectory(
            atPath: test.household.directory.undo + "/@eaDir", withIntermediateDirectories: false)

        try files.sweep(now: Date(timeIntervalSinceNow: 25 * 60 * 60))
        try files.forgetAll()

        #expect(try names() == ["@eaDir"])
    }

    @Test("Removing a person deletes the stored changes that may name them")
    func persons() throws {
        let ann = try test.addCustomer("Ann")
        let token = try files.keep(["Ann has it"], of: "test")
        try test.household.container.write { context in
            context.delete(try #require(try Customer.find(ann, in: context)))
            try test.household.save(context)
        }

        #expect(try files.change(token, of: "test") as [String]? == nil)
        #expect(try names().isEmpty)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: test.directory.undo)
    }
}
