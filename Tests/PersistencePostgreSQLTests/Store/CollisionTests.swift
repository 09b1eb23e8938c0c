import Foundation
import Persistence
import PostgreSQLServer
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Concurrent writers", .blocking)
struct CollisionTests {
    @Test("Numbers assigned within `write` have neither gaps nor duplicates")
    func counting() async throws {
        let yard = try TestYard()
        let runs = Counter()
        let address = yard.address
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let own = try TestYard(address)
                    for _ in 0..<10 {
                        try await own.container.write { context in
                            runs.add(1)
                            var request = FetchRequest<ManagedObject>(entityName: "Tool")
                            request.sortDescriptors = [
                                FetchSortDescriptor("whole", ascending: false)
                            ]
                            request.fetchLimit = 1
                            let last = try context.fetch(request).first?.value(forKey: "whole")
                            let next = (last as? Int64 ?? 0) + 1
                            _ = try context.make("Tool", ["name": "T", "whole": next])
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try yard.look().numbers("SELECT zwhole FROM ztool ORDER BY zwhole")
                == Array(1...40).map { Int64($0) })
        #expect(runs.value >= 40)
    }

    @Test("A closure is run again after a conflict with another writer")
    func runningAgain() throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe", "whole": Int64(1)])
        try context.save()
        var runs = 0
        try yard.container.write { context in
            runs += 1
            let tool = try #require(try context.named("Tool").first)
            let number = try #require(try tool.value(forKey: "whole") as? Int64)
            if runs == 1 {
                let second = other.context()
                try second.named("Tool").first?.setValue(Int64(10), forKey: "whole")
                try second.save()
            }
            try tool.setValue(number + 1, forKey: "whole")
            try context.save()
        }
        #expect(runs == 2)
        #expect(try yard.look().numbers("SELECT zwhole FROM ztool") == [11])
    }

    @Test("A closure that has already saved keeps what it saved, and is not run again")
    func halfDone() throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let context = yard.context()
        _ = try context.make("Tool", ["name": "Axe", "whole": Int64(1)])
        try context.save()
        var runs = 0
        let error = #expect(throws: PersistenceError.self) {
            try yard.container.write { context in
                runs += 1
                _ = try context.make("Label", ["name": "kept"])
                try context.save()
                let tool = try #require(try context.named("Tool").first)
                let second = other.context()
                try second.named("Tool").first?.setValue(Int64(10), forKey: "whole")
                try second.save()
                try tool.setValue(Int64(2), forKey: "whole")
                try context.save()
            }
        }
        guard case .collision(isUndone: false) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(runs == 1)
        #expect(try yard.context().names("Label") == ["kept"])
    }

    @Test("A save that refers to a record deleted by another writer fails with a conflict")
    func lostDestinations() throws {
        let yard = try TestYard()
        let other = try TestYard(yard.address)
        let context = yard.context()
        let shed = try context.make("Shed", ["name": "North"])
        try context.save()
        let tool = try context.make("Tool", ["name": "Axe"])
        try tool.setValue(shed, forKey: "shed")
        let second = other.context()
        second.delete(try #require(try second.named("Shed").first))
        try second.save()
        let error = #expect(throws: PersistenceError.self) { try context.save() }
        guard case .mergeConflicts = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A nested closure of another store is run again without the outer one")
    func twoStores() throws {
        let (yard, inner) = (try TestYard(), try TestYard())
        let other = try TestYard(inner.address)
        let context = inner.context()
        _ = try context.make("Tool", ["name": "Axe", "whole": Int64(1)])
        try context.save()
        var runs = (outer: 0, inner: 0)

        try yard.container.write { context in
            runs.outer += 1
            _ = try context.make("Label", ["name": "kept"])
            try context.save()
            try inner.container.write { context in
                runs.inner += 1
                let tool = try #require(try context.named("Tool").first)
                if runs.inner == 1 {
                    let second = other.context()
                    try second.named("Tool").first?.setValue(Int64(10), forKey: "whole")
                    try second.save()
                }
                try tool.setValue(Int64(2), forKey: "whole")
                try context.save()
            }
        }

        #expect(runs == (1, 2))
        #expect(try yard.context().names("Label") == ["kept"])
        #expect(try inner.look().numbers("SELECT zwhole FROM ztool") == [2])
    }
}
