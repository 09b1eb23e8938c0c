import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("A connection that is cut")
struct CutConnectionTests {
    @Test("At whatever message it is cut, a save is answered truthfully and the store goes on")
    func everyMessage() throws {
        let server = try TestServer.shared()
        let proxy = try CuttingProxy(to: server.folder + "/socket")
        defer { proxy.close() }
        let direct = try server.newAddress()
        let through = direct.replacing(server.folder + "/socket", with: proxy.folder)
        var options = PostgreSQLStoreOptions()
        options.listens = false
        let yard = try TestYard(through, options: options)
        let look = try TestConnection(direct)
        var (saved, refused) = (0, 0)
        for number in 1..<200 {
            let name = "T\(number)"
            proxy.cut(at: number)
            let context = yard.context()
            let tool = try context.make("Tool", ["name": name])
            try tool.setValue(try context.make("Shed", ["name": name]), forKey: "shed")
            var wasSaved = true
            do {
                try context.save()
            } catch is PostgreSQLError {
                wasSaved = false
            }
            let wasCut = proxy.hasCut
            proxy.cut(at: nil)
            #expect(
                try look.numbers("SELECT count(*) FROM ztool WHERE zname = '\(name)'")
                    == [wasSaved ? 1 : 0], "cut at \(number)")
            (saved, refused) = (saved + (wasSaved ? 1 : 0), refused + (wasSaved ? 0 : 1))
            if !wasCut { break }
            if !wasSaved { try context.save() }
            #expect(try yard.context().names("Tool", "name == '\(name)'") == [name])
        }
        // Some cuts come before anything was asked, and some when all is said.
        #expect(refused > 0)
        #expect(saved > 1)
        #expect(try look.numbers("SELECT count(*) FROM ztool WHERE zshed IS NULL") == [0])
    }
}
