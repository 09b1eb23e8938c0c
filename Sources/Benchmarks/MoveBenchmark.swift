import CBaseline
import CSQLite
import Domain
import Foundation
import Persistence

/// Moves items in a long list, compared with the same moves in a short one.
struct MoveBenchmark {
    private static let long = 1_000_000
    private static let short = 100
    private static let moves = 200
    /// The number of moves before the first that counts: they read the order into memory, and let
    /// the store's log grow to its usual size.
    private static let first = 600

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        let long = try Household.filled(directory + "/long", count: Self.long)
        let short = try Household.filled(directory + "/short", count: Self.short)
        // The first move in a household reads the order; later ones find it in memory.
        try move(0..<Self.first, in: long, count: Self.long)
        try move(0..<Self.first, in: short, count: Self.short)
        var best = (Double.infinity, Double.infinity)
        for round in 0..<5 {
            // Different moves in each round: an item that is already in its place is not moved.
            let moves = Self.first + round * Self.moves..<Self.first + (round + 1) * Self.moves
            best.1 = min(
                best.1, try seconds { try move(moves, in: short, count: Self.short) })
            best.0 = min(best.0, try seconds { try move(moves, in: long, count: Self.long) })
        }
        try long.close()
        try short.close()
        report(
            .time(
                "\(Self.moves) moves of an item in a list of 1,000,000, limit: in a list of 100",
                best.0, limit: best.1, atMost: 1.5))
        let bare = try bareMoves()
        report(
            .comparison(
                "of that, the same UPDATE through the C API", bare.long, limit: bare.short))
    }

    /// The same with SQLite alone: rows far from each other, each with its index entries.
    private func bareMoves() throws -> (long: Double, short: Double) {
        let long = try BareDatabase.open(DataDirectory(path: directory + "/long").store)
        let short = try BareDatabase.open(DataDirectory(path: directory + "/short").store)
        defer {
            sqlite3_close(long)
            sqlite3_close(short)
        }
        // The first round fills the log, and does not count.
        try update(long, count: Self.long, round: 0)
        try update(short, count: Self.short, round: 0)
        var best = (Double.infinity, Double.infinity)
        for round in 1...5 {
            best.1 = min(
                best.1, try seconds { try update(short, count: Self.short, round: round) })
            best.0 = min(best.0, try seconds { try update(long, count: Self.long, round: round) })
        }
        return best
    }

    private func update(_ database: OpaquePointer?, count: Int, round: Int) throws {
        let key = "((?2 + \(round * Self.moves)) * 40503 % \(count)) + 1"
        let value = "((?1 + \(round * Self.moves)) * 2654435761 % \(count)) + 0.5"
        try BareDatabase.check(
            baseline_updates(
                database,
                "UPDATE ZITEM SET ZORDERINGVALUE = \(value), Z_OPT = Z_OPT + 1 WHERE Z_PK = \(key)",
                Int64.max, Int32(Self.moves)))
    }

    /// Each move is a separate save, like a click on a button.
    private func move(_ moves: Range<Int>, in household: Household, count: Int) throws {
        for move in moves {
            try household.container.write { context in
                let number = Int64(Self.scattered(2 * move, below: count) + 1)
                guard let item = try context.existingObject(Item.self, recordNumber: number) else {
                    throw BenchmarkFailure("There is no item \(number).")
                }
                let index = Self.scattered(2 * move + 1, below: count)
                try ItemOrder.move(item, to: index, in: context)
                try household.save(context)
            }
        }
    }

    /// A pseudorandom number, the same in each run.
    private static func scattered(_ seed: Int, below limit: Int) -> Int {
        var bits = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return Int((bits ^ (bits >> 31)) % UInt64(limit))
    }
}
