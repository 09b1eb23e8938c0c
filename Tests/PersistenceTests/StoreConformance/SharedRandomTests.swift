import Foundation
import Persistence
import Testing

#if POSTGRESQL
    import PersistencePostgreSQL
    import PostgreSQLServer
#endif

@Suite("Random edits in two contexts")
struct SharedRandomTests {
    #if POSTGRESQL
        private static let kinds: [StoreKind] = [.postgreSQL]
    #else
        private static let kinds: [StoreKind] = [.sqlite, .inMemory]
    #endif

    enum Policy: String, CaseIterable {
        case error, storeTrump, objectTrump, overwrite, rollback

        var policy: MergePolicy {
            switch self {
            case .error: .error
            case .storeTrump: .mergeByPropertyStoreTrump
            case .objectTrump: .mergeByPropertyObjectTrump
            case .overwrite: .overwrite
            case .rollback: .rollback
            }
        }
    }

    @Test(
        "Two contexts and the store have the expected results of 250 edits",
        arguments: SharedRandomTests.kinds, Policy.allCases)
    func edits(kind: StoreKind, policy: Policy) throws {
        var outcomes: [String: Int] = [:]
        for seed in SharedRandomTests.seeds {
            let library = try TestLibrary(kind)
            let editor = SharedEditor([library.container], policy: policy.policy, seed: seed)
            for _ in 1...250 { try editor.step() }
            outcomes.merge(editor.outcomes, uniquingKeysWith: +)
        }

        #expect(outcomes["stored", default: 0] > 20)
        #expect(outcomes["refused", default: 0] + outcomes["revived", default: 0] > 2)
    }

    @Test(
        "Two contexts of separate containers have the expected results of 250 edits",
        arguments: Policy.allCases)
    func containers(policy: Policy) throws {
        let library = try TestLibrary(.inMemory)
        var outcomes: [String: Int] = [:]
        for seed in SharedRandomTests.seeds {
            let store = try Self.sharedStore(library.directory + "/\(seed).sqlite")
            let containers = try (0..<2).map { _ in
                try PersistentContainer(
                    model: Library.model, classes: Library.classes, store: store,
                    transformers: ["Reversing": ReversingTransformer()])
            }
            let editor = SharedEditor(containers, policy: policy.policy, seed: seed + 1_000)
            for _ in 1...250 { try editor.step() }
            outcomes.merge(editor.outcomes, uniquingKeysWith: +)
            for container in containers { try container.close() }
        }

        #expect(outcomes["stored", default: 0] > 20)
        #expect(outcomes["refused", default: 0] + outcomes["revived", default: 0] > 0)
    }

    /// A store that several containers can open: at a path, or in a database.
    private static func sharedStore(_ path: String) throws -> StoreDescription {
        #if POSTGRESQL
            return .postgreSQL(try TestServer.shared().newAddress())
        #else
            var store = StoreDescription.sqlite(path: path)
            store.locksFile = false
            return store
        #endif
    }

    /// The environment can request more.
    private static var seeds: ClosedRange<UInt64> {
        let count = ProcessInfo.processInfo.environment["SHARED_SEEDS"].flatMap(UInt64.init) ?? 2
        return 1...max(count, 1)
    }
}
