import Foundation
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Lost connections", .blocking)
struct CutConnectionTests {
    /// The change to save when the connection is cut.
    enum Change: String, CaseIterable {
        case addition, change, deletion, copying, batch, largeValue

        var needsTool: Bool { self != .addition && self != .copying }

        /// The name of the saved tool or, for a deletion, of the missing one.
        func name(_ number: Int) -> String {
            "T\(number)" + ([.change, .batch, .largeValue].contains(self) ? " changed" : "")
        }
    }

    /// The options of the store.
    enum Setting: String, CaseIterable {
        case plain, history, turns

        var options: StoreDescription {
            var options = StoreDescription.postgreSQL("")
            options.postgreSQL.listens = false
            options.postgreSQL.pollInterval = 0
            options.tracksHistory = self != .plain
            options.writersTakeTurns = self == .turns
            options.postgreSQL.timeout = 600
            return options
        }
    }

    /// The number of parts, large enough to be copied.
    private static let copiedCount = 60

    private static func add(
        _ name: String, to context: ManagedObjectContext
    ) throws -> ManagedObject {
        let tool = try context.make("Tool", ["name": name])
        try tool.setValue(try context.make("Shed", ["name": name]), forKey: "shed")
        return tool
    }

    /// A yard whose store is reached through a proxy, and the address that bypasses it.
    private static func yardBehindProxy(
        _ setting: Setting, pieceSize: Int = 1 << 16
    ) throws -> (proxy: CuttingProxy, direct: String, yard: TestYard) {
        let server = try TestServer.shared()
        let proxy = try CuttingProxy(to: server.folder + "/socket", pieceSize: pieceSize)
        let direct = try server.newAddress()
        let through = direct.replacing(server.folder + "/socket", with: proxy.folder)
        return (proxy, direct, try TestYard(through, options: setting.options))
    }

    /// Makes a change, and returns a closure that saves it.
    private static func make(
        _ change: Change, _ number: Int, of tool: ManagedObject?, in context: ManagedObjectContext
    ) throws -> () throws -> Void {
        let name = change.name(number)
        switch change {
        case .addition: _ = try add(name, to: context)
        case .copying:
            let tool = try add(name, to: context)
            try tool.setValue(
                (0..<copiedCount).map { try context.make("Part", ["name": "\(number) \($0)"]) },
                forKey: "parts")
        case .change: try tool?.setValue(name, forKey: "name")
        case .largeValue:
            try tool?.setValue(name, forKey: "name")
            try tool?.setValue(
                Data(repeating: 1, count: StatementParameters.largeLength), forKey: "picture")
        case .deletion: tool.map(context.delete)
        case .batch:
            var request = BatchUpdateRequest(entityName: "Tool")
            request.predicate = try FetchPredicate(format: "name == 'T\(number)'")
            request.propertiesToUpdate = ["name": .constant(.string(name))]
            return { [request] in _ = try context.execute(request) }
        }
        return { try context.save() }
    }

    @Test(
        "A save that is cut at or within any message reports the right outcome",
        arguments: Change.allCases, Setting.allCases)
    func everyMessage(change: Change, setting: Setting) throws {
        for pieceSize in change == .largeValue ? [1 << 16] : [1 << 16, 512] {
            try cutEveryMessage(change, setting, pieceSize)
        }
    }

    private func cutEveryMessage(_ change: Change, _ setting: Setting, _ pieceSize: Int) throws {
        let (proxy, direct, yard) = try Self.yardBehindProxy(setting, pieceSize: pieceSize)
        defer { proxy.close() }
        let look = try TestConnection(direct)
        var (saved, refused) = (0, 0)
        for number in 1..<500 {
            let name = change.name(number)
            let context = yard.context()
            var tool: ManagedObject?
            if change.needsTool {
                tool = try Self.add("T\(number)", to: context)
                try context.save()
            }
            proxy.cut(at: number)
            let save = try Self.make(change, number, of: tool, in: context)
            var wasSaved = true
            do {
                try save()
            } catch is PostgreSQLError {
                wasSaved = false
            }
            let wasCut = proxy.hasCut
            proxy.cut(at: nil)
            let isThere = wasSaved == (change != .deletion)
            #expect(
                try look.numbers("SELECT count(*) FROM ztool WHERE zname = '\(name)'")
                    == [isThere ? 1 : 0], "cut at \(number)")
            (saved, refused) = (saved + (wasSaved ? 1 : 0), refused + (wasSaved ? 0 : 1))
            if !wasCut { break }
            if !wasSaved { try save() }
            #expect(
                try yard.context().names("Tool", "name == '\(name)'")
                    == (change == .deletion ? [] : [name]))
        }
        // Some cuts come before the save has an effect, and some after the commit.
        #expect(refused > 0)
        #expect(saved > 1)
        #expect(try look.numbers("SELECT count(*) FROM ztool WHERE zshed IS NULL") == [0])
        if change == .copying {
            #expect(
                try look.numbers(
                    "SELECT DISTINCT count(*) FROM zpart GROUP BY ztool")
                    == [Int64(Self.copiedCount)])
        }
        guard setting != .plain else { return }
        // Each saved transaction is in the history once.
        #expect(
            try look.numbers(
                """
                SELECT count(*) FROM (SELECT zentity, zentitypk FROM achange WHERE zchangetype = 0
                GROUP BY zentity, zentitypk HAVING count(*) > 1) AS doubled
                """) == [0])
    }

    @Test(
        "A save whose message is lost silently reports the right outcome",
        arguments: Array(1...8))
    func silence(number: Int) throws {
        let (proxy, direct, yard) = try Self.yardBehindProxy(.turns)
        defer { proxy.close() }
        let context = yard.context()
        let tool = try Self.add("Rake", to: context)
        try context.save()
        proxy.cut(at: number, .silence)
        try tool.setValue("Spade", forKey: "name")
        var isSaved = true
        let begun = ContinuousClock.now

        do { try context.save() } catch let error as PostgreSQLError {
            isSaved = false
            #expect(error.isStoreUnavailable && !error.isOutcomeUnknown)
        }

        let wasCut = proxy.hasCut
        proxy.cut(at: nil)
        #expect(wasCut == (ContinuousClock.now - begun > .seconds(5)))
        #expect(number > 1 || wasCut)
        let name = isSaved ? "Spade" : "Rake"
        #expect(
            try TestConnection(direct).numbers("SELECT count(*) FROM ztool WHERE zname = '\(name)'")
                == [1])
        // Locks of the lost connection block no one.
        let next = ContinuousClock.now
        if !isSaved { try context.save() }
        #expect(ContinuousClock.now - next < .seconds(10))
        #expect(try yard.context().names("Tool") == ["Spade"])
    }

    @Test("A save with an unknown outcome invalidates all cached data")
    func unknown() throws {
        let (proxy, _, yard) = try Self.yardBehindProxy(.plain)
        defer { proxy.close() }
        let context = yard.context()
        let tool = try Self.add("Rake", to: context)
        try context.save()
        var unknown: PostgreSQLError?
        for number in 1...20 where unknown == nil {
            try tool.setValue("Spade \(number)", forKey: "name")
            let before = yard.store.changeCount
            proxy.cut(at: number, .absence)
            do { try context.save() } catch let error as PostgreSQLError
                where error.isOutcomeUnknown
            {
                unknown = error
                #expect(yard.store.changeCount > before)
            } catch let error as PostgreSQLError {
                #expect(error.isStoreUnavailable)
            }
            guard proxy.hasCut else { break }
            proxy.cut(at: nil)
        }

        #expect(unknown != nil)
        try context.save()
        #expect(try yard.context().names("Tool").count == 1)
    }

    @Test("A connection lost after a save within a closure is reported as an unknown outcome")
    func afterCommit() throws {
        let server = try TestServer.shared()
        let name = "cut_" + UUID().uuidString.prefix(8).lowercased()
        let yard = try TestYard(server.newAddress() + "&application_name=\(name)")
        func writing(_ isSaved: Bool) -> PostgreSQLError? {
            #expect(throws: PostgreSQLError.self) {
                try yard.container.write { context in
                    _ = try context.make("Tool", ["name": "T"])
                    if isSaved { try context.save() }
                    _ = try context.named("Shed")
                    try server.endConnections(of: name)
                    _ = try context.named("Label")
                }
            }
        }

        let (before, after) = (writing(false), writing(true))

        #expect(before?.isStoreUnavailable == true && before?.isOutcomeUnknown == false)
        #expect(after?.isStoreUnavailable == true && after?.isOutcomeUnknown == true)
        #expect(try yard.context().names("Tool") == ["T"])
    }
}
