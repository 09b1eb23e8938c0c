import Foundation
import Persistence

/// Takes an import back that was saved in parts, in parts as well, so that others who save wait for one part
/// alone.
///
/// All parts are looked at before the first is taken back. From then on it is ended whatever happens: by the
/// next start if the program was killed.
struct UndoInParts {
    /// It cannot be taken back any more: what is needed for that went while it was looked at.
    struct Forgotten: Error {}

    private let household: Household
    private let record: ImportRecord
    private let parts: ImportParts
    private let claim: StoreLease
    private let progress: ImportProgress?

    /// The sentences that a page has room for.
    private static let mostObstacles = 100

    /// - Parameter claim: by which no other server is at it.
    /// - Throws: errors of the file system.
    init(
        _ record: ImportRecord, in household: Household, _ claim: StoreLease,
        _ progress: ImportProgress? = nil
    ) throws {
        self.claim = claim
        self.progress = progress
        self.household = household
        self.record = record
        parts = try household.imports.parts(of: record.id)
    }

    /// Looks, and takes it back.
    ///
    /// - Throws: ``Forgotten``, errors of the store and of the file system, and `CancellationError`.
    func run() throws -> Household.UndoResult {
        try progress?.begin(.checking)
        let obstacles = try obstacles()
        guard obstacles.isEmpty else { return .refused(record, obstacles: obstacles) }
        // From here on it cannot be called off.
        try progress?.begin(.takingBack)
        try begin()
        return .done(try finish())
    }

    /// Takes note that it is being taken back: from then on its parts stay until it is. Whoever removes a person, and
    /// the parts with them, does so in a save.
    private func begin() throws {
        try household.container.write { _ in
            try claim.check()
            guard try household.imports.record(record.id)?.state == .done else {
                throw Forgotten()
            }
            try household.imports.begin(record.ended(.undone))
        }
    }

    /// What stands in the way, a sentence each.
    private func obstacles() throws -> [String] {
        let extent = try ImportExtent(parts)
        var obstacles: [String] = []
        // What two parts have changed is as the later one left it.
        var later: Set<String> = []
        for index in (0..<parts.count).reversed() where obstacles.count < Self.mostObstacles {
            try progress?.advance(to: parts.count - index - 1, of: parts.count)
            let part = try parts.part(at: index)
            let found = try household.container.read { [later] context in
                try ImportUndo(part, of: extent, before: later, in: context).obstacles
            }
            obstacles.insert(contentsOf: found, at: 0)
            later.formUnion(part.changed.flatMap(\.changedKeys))
        }
        return Array(obstacles.prefix(Self.mostObstacles))
    }

    /// Takes all parts back, the last one first, and keeps the record. Done again, it does the rest.
    ///
    /// - Throws: errors of the store and of the file system.
    func finish() throws -> ImportRecord {
        var left: [String] = []
        let extent = try ImportExtent(parts)
        for index in (0..<parts.count).reversed() {
            try progress?.advance(to: parts.count - index - 1, of: parts.count)
            try claim.check()
            left += try household.takeBack(
                parts.part(at: index), of: extent, leavingChanged: true)
        }
        let ended = record.ended(.undone).leaving(Array(left.prefix(Self.mostObstacles)))
        try household.container.write { _ in
            try claim.check()
            try household.imports.begin(ended)
            try household.imports.finish(ended.id)
        }
        return ended
    }
}
