import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("A connection that is cut")
struct CutConnectionTests {
    /// What is to be saved when it is cut.
    enum Change: String, CaseIterable {
        case addition, change, deletion

        /// The name of the tool that was saved or, for a deletion, of the one that is not there.
        func name(_ number: Int) -> String { "T\(number)" + (self == .change ? " changed" : "") }
    }

    private static func add(
        _ name: String, to context: ManagedObjectContext
    ) throws -> ManagedObject {
        let tool = try context.make("Tool", ["name": name])
        try tool.setValue(try context.make("Shed", ["name": name]), forKey: "shed")
        return tool
    }

    @Test(
        "At whatever message it is cut, or within one, a save is answered truthfully and the store goes on",
        arguments: Change.allCases, [1 << 16, 512])
    func everyMessage(change: Change, pieceSize: Int) throws {
        let server = try TestServer.shared()
        let proxy = try CuttingProxy(to: server.folder + "/socket", pieceSize: pieceSize)
        defer { proxy.close() }
        let direct = try server.newAddress()
        let through = direct.replacing(server.folder + "/socket", with: proxy.folder)
        var options = PostgreSQLStoreOptions()
        options.listens = false
        let yard = try TestYard(through, options: options)
        let look = try TestConnection(direct)
        var (saved, refused) = (0, 0)
        for number in 1..<500 {
            let name = change.name(number)
            let context = yard.context()
            var tool: ManagedObject?
            if change != .addition {
                tool = try Self.add("T\(number)", to: context)
                try context.save()
            }
            proxy.cut(at: number)
            switch change {
            case .addition: tool = try Self.add(name, to: context)
            case .change: try tool?.setValue(name, forKey: "name")
            case .deletion: tool.map(context.delete)
            }
            var wasSaved = true
            do {
                try context.save()
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
            if !wasSaved { try context.save() }
            #expect(
                try yard.context().names("Tool", "name == '\(name)'")
                    == (change == .deletion ? [] : [name]))
        }
        // Some cuts come before anything was asked, and some when all is said.
        #expect(refused > 0)
        #expect(saved > 1)
        #expect(try look.numbers("SELECT count(*) FROM ztool WHERE zshed IS NULL") == [0])
    }
}
