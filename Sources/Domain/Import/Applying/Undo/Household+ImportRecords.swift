public import Foundation
import Persistence
import Synchronization

extension Household {
    /// The imports of the last thirty days, those that are running included, the latest first.
    ///
    /// - Throws: errors of the store.
    public func importRecords() throws -> [ImportRecord] {
        try container.read { try ImportRecord.all(in: $0) }
    }

    /// The imports and undos that are saved part by part, so that others see some of their records
    /// only. They are read again after a save of undo steps.
    ///
    /// - Throws: errors of the store.
    public func runningImports() async throws -> [ImportRecord] {
        let version = changes.version(of: [.undoStep])
        if let last = importWork.running.withLock({ $0 }), last.version == version {
            return last.records
        }
        let records = try await container.read { try ImportRecord.unfinished(in: $0) }
        importWork.running.withLock { $0 = (version, records) }
        return records
    }

    /// The record of an import; nil if there is none, or if it has expired.
    ///
    /// - Throws: errors of the store.
    public func importRecord(_ id: String) throws -> ImportRecord? {
        try container.read { try ImportRecord.find(id, in: $0) }
    }

    /// The tokens and dates of imports whose records cannot be read, so that they can be neither
    /// undone nor completed: a newer version of the program has written them, or they are damaged.
    ///
    /// - Throws: errors of the store.
    public func unreadableImports() throws -> [(id: String, date: Date)] {
        try container.read { context in
            try ImportRecord.unreadable(in: context).compactMap { step in
                step.token.map {
                    ($0, Date(timeIntervalSince1970: Double(step.number) / 1_000_000))
                }
            }
        }
    }

    /// Deletes unreadable records after thirty days. Those of unfinished work have no end.
    ///
    /// - Throws: errors of the store.
    func forgetUnreadableImports() throws {
        let limit = ImportRecord.number(at: now().addingTimeInterval(-ImportRecord.longestUndo))
        try container.write { context in
            for step in try ImportRecord.unreadable(in: context) where step.number < limit {
                context.delete(step)
            }
            if context.hasChanges { try save(context) }
        }
    }

    /// The imports and undos that a server runs, or that were interrupted.
    ///
    /// - Throws: errors of the store.
    func unfinishedImports() throws -> [ImportRecord] {
        // A reader could be waiting for the writer, which callers may hold.
        try container.write { try ImportRecord.unfinished(in: $0) }
    }

    /// Saves the record of an import in place of the former one.
    ///
    /// - Throws: errors of the store and of the file system.
    func keep(_ record: ImportRecord) throws {
        try container.write { context in
            try record.keep(in: context)
            try save(context)
        }
    }
}

extension ImportRecord {
    /// The series of the steps with records. The steps of parts have the token as their series.
    static let series = "imports"
    static let longestUndo: TimeInterval = 30 * 24 * 60 * 60

    /// The records of imports and undos that are not complete, the latest first.
    ///
    /// - Throws: errors of the store.
    static func unfinished(in context: ManagedObjectContext) throws -> [ImportRecord] {
        try steps(where: .key("expires") == nil, in: context).compactMap(record)
            .filter { $0.work != nil }
    }

    /// All records, or those of a token, the latest first. While a file is imported again, its token
    /// has two.
    ///
    /// - Throws: errors of the store.
    static func all(
        of id: String? = nil, in context: ManagedObjectContext
    ) throws -> [ImportRecord] {
        try steps(of: id, in: context).compactMap(record)
    }

    /// - Throws: errors of the store.
    static func find(_ id: String, in context: ManagedObjectContext) throws -> ImportRecord? {
        try all(of: id, in: context).first { $0.work != .saving }
    }

    /// The steps with unreadable records.
    ///
    /// - Throws: errors of the store.
    static func unreadable(in context: ManagedObjectContext) throws -> [UndoStep] {
        try steps(of: nil, in: context).filter { record(of: $0) == nil }
    }

    /// Whether parts of an import are still needed.
    ///
    /// - Parameter unreadable: whether an unreadable record needs its parts.
    /// - Throws: errors of the store.
    static func needsParts(
        of id: String, evenIfUnreadable unreadable: Bool, in context: ManagedObjectContext
    ) throws -> Bool {
        try steps(of: id, in: context).contains { record(of: $0)?.needsParts ?? unreadable }
    }

    /// Adds the record to the next save, in place of the former one. That of a complete import also
    /// replaces those of earlier imports of its file.
    ///
    /// - Parameter replacesEarlier: false to replace its own former one only. Default: true.
    /// - Throws: errors of the store and of the encoder.
    func keep(
        in context: ManagedObjectContext, replacingEarlier replacesEarlier: Bool = true
    ) throws {
        let replacesAll = replacesEarlier && work != .saving
        for step in try Self.steps(of: id, in: context)
        where replacesAll || Self.record(of: step)?.date == date {
            context.delete(step)
        }
        let step = UndoStep.add(
            Self.number(at: date), to: Self.series,
            expires: work == nil ? date.addingTimeInterval(Self.longestUndo) : nil, in: context)
        step.token = id
        step.changes = try JSONEncoder().encode(self)
    }

    /// The number of a step with a record of some time.
    static func number(at date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000_000) }

    private static func steps(
        of id: String?, in context: ManagedObjectContext
    ) throws -> [UndoStep] {
        try steps(where: id.map { .key("token") == $0 }, in: context)
    }

    private static func steps(
        where condition: FetchPredicate?, in context: ManagedObjectContext
    ) throws -> [UndoStep] {
        let ofImports: FetchPredicate = .key("series") == series
        return try context.fetch(
            FetchRequest<UndoStep>(
                condition.map { ofImports && $0 } ?? ofImports,
                sortBy: [SortDescriptor(\.number, order: .reverse)]))
    }

    private static func record(of step: UndoStep) -> ImportRecord? {
        try? JSONDecoder().decode(ImportRecord.self, from: step.changes ?? Data())
    }
}
