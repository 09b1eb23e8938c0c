import Testing

@testable import Persistence

@Suite("Reading whole tables")
struct RowVisitTests {
    private struct Stop: Error {}

    @Test("The records of a table are sorted by primary key, regardless of indexes")
    func order() throws {
        let zoo = try ZooStore()
        let database = try RawDatabase(zoo.path)
        for key in [7, 3, 40, 1, 12] {
            try database.run(
                "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT, ZLABEL) VALUES (\(key), 5, 1, \(50 - key))")
        }
        try database.run("CREATE INDEX COVERING ON ZTOY (ZLABEL, Z_OPT, Z_ENT)")
        let toys = StoreFetch(entity: try zoo.entity("Toy"))

        let keys = try zoo.read { session in
            var keys: [Int64] = []
            try session.fetch(toys) { row in
                let label = try row.snapshot()[0]
                #expect(label == .string("\(50 - row.key)"))
                keys.append(row.key)
            }
            return keys
        }

        #expect(keys == [1, 3, 7, 12, 40])
    }

    @Test("An error in the visitor ends the visit and is thrown")
    func error() throws {
        let zoo = try ZooStore()
        for _ in 0..<5 { try zoo.insert("Toy") }
        let toys = StoreFetch(entity: try zoo.entity("Toy"))
        var visits = 0

        #expect(throws: Stop.self) {
            try zoo.read { session in
                try session.fetch(toys) { _ in
                    visits += 1
                    if visits == 2 { throw Stop() }
                }
            }
        }

        #expect(visits == 2)
        #expect(try zoo.read { try $0.count(toys) } == 5)
    }

    @Test("A visitor can visit the same table again and continue")
    func nested() throws {
        let zoo = try ZooStore()
        for _ in 0..<3 { try zoo.insert("Toy") }
        let toys = StoreFetch(entity: try zoo.entity("Toy"))
        var pairs: [[Int64]] = []

        try zoo.read { session in
            try session.fetch(toys) { outer in
                let key = outer.key
                try session.fetch(toys) { pairs.append([key, $0.key]) }
                let version = try outer.snapshot().version
                #expect(outer.key == key && version == 1)
            }
        }

        #expect(pairs == (1...3).flatMap { first in (1...3).map { [first, $0] } })
    }

    @Test("The time limit applies to reading a whole table")
    func deadline() throws {
        let zoo = try ZooStore()
        try RawDatabase(zoo.path).run(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 5000)
            INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT) SELECT n, 5, 1 FROM numbers
            """)
        let toys = StoreFetch(entity: try zoo.entity("Toy"))
        var visits = 0

        #expect(throws: PersistenceError.self) {
            try zoo.read { session in
                session.deadline = .now + .seconds(3_600)
                try session.fetch(toys) { _ in
                    visits += 1
                    if visits == 1 { session.deadline = .now }
                }
            }
        }

        #expect((1..<5000).contains(visits))
    }
}
