import Foundation
import Persistence

extension Imports {
    /// Whether a former version of the program kept a record or parts of an import in a file.
    public static func isOfFormerVersion(_ name: String) -> Bool {
        [".done.json", ".begun.json", ".parts"].contains { name.hasSuffix($0) }
    }
}

extension Household {
    /// Makes steps of the files in which former versions of the program kept undoable changes, and the
    /// records and parts of imports, and removes the files.
    ///
    /// - Throws: errors of the store and of the file system.
    func adoptFormerUndoFiles() throws {
        try adoptChanges(in: directory.path + "/undo")
        func ids(_ suffix: String) throws -> [String] {
            try imports.names(suffix).map { String($0.prefix(32)) }
        }
        for id in try ids(".done.json") { try adoptRecord(of: id, isBegun: false) }
        for id in try ids(".begun.json") { try adoptRecord(of: id, isBegun: true) }
        for id in try ids(".parts") { try adoptParts(of: id) }
        for id in try ids(".merged.json") {
            try ErasedFile.remove(imports.path(id + ".merged.json"))
        }
    }

    /// Makes steps of the files `{token}.{kind}.json`, and removes their folder.
    private func adoptChanges(in folder: String) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            guard parts.count == 3, ImportToken.isOne(parts[0]) else { continue }
            try adopt("\(folder)/\(name)") { change, date, context in
                // It may name a person who is being erased.
                guard try !hasPendingErasure && isNew(.key("token") == parts[0], in: context) else {
                    return
                }
                let step = UndoStep.addNoticed(at: date, to: parts[1], in: context)
                (step.token, step.changes) = (parts[0], change)
            }
        }
        do {
            try ErasedFile.finish(in: folder)
        } catch CocoaError.fileReadNoSuchFile {
            // There is none, or another server has just removed it.
        }
        rmdir(folder)
    }

    /// The changes of an import in its record. The first versions saved an import at once.
    private struct WholeImport: Decodable {
        let made: [CreatedRecords]
        let changed: [ChangedRecord]
        let madeFolders: [String]?
        let cardOwners: [Int64]?

        var part: ImportPart {
            ImportPart(made: made, changed: changed, folders: madeFolders, cardOwners: cardOwners)
        }
    }

    /// Makes the record of a completed import, or of an import or an undo that was interrupted.
    private func adoptRecord(of id: String, isBegun: Bool) throws {
        try adopt(imports.path(id + (isBegun ? ".begun.json" : ".done.json"))) {
            data, _, context in
            // An unreadable one cannot be undone.
            guard var record = try? JSONDecoder().decode(ImportRecord.self, from: data) else {
                return
            }
            let known = try ImportRecord.find(id, in: context)
            if !isBegun {
                guard known == nil else { return }
                if record.state == .done,
                    let whole = try? JSONDecoder().decode(WholeImport.self, from: data)
                {
                    record.addWhole(whole.part)
                    let step = UndoStep.add(1, to: id, in: context)
                    step.changes = try JSONEncoder().encode(whole.part)
                }
                try record.keep(in: context)
            } else if record.state == .undone {
                if known?.state == .done { try known?.during(.undoing).keep(in: context) }
            } else if known?.date != record.date {
                try record.during(.saving).keep(in: context)
            }
        }
    }

    /// Makes steps of the lines of a file.
    private func adoptParts(of id: String) throws {
        try adopt(imports.path(id + ".parts")) { lines, _, context in
            // The parts of other imports are left from the removal of a person.
            guard try isNew(.key("series") == id, in: context),
                try ImportRecord.all(of: id, in: context).contains(where: \.needsParts)
            else { return }
            // What follows the last line is of a part that was not saved.
            let parts = lines.split(separator: 10, omittingEmptySubsequences: false).dropLast()
            for (index, part) in parts.enumerated() {
                UndoStep.add(Int64(index) + 1, to: id, in: context).changes = Data(part)
            }
        }
    }

    /// Whether neither another server nor an interrupted start has made the steps of a file.
    private func isNew(_ steps: FetchPredicate, in context: ManagedObjectContext) throws -> Bool {
        try context.count(for: FetchRequest<UndoStep>(steps)) == 0
    }

    /// Makes steps of a file, and removes it.
    private func adopt(
        _ path: String, _ add: (Data, Date, ManagedObjectContext) throws -> Void
    ) throws {
        try container.write { context in
            guard let date = try FileTime.modification(at: path),
                let data = FileManager.default.contents(atPath: path)
            else { return }
            try add(data, date, context)
            context.transactionAuthor = Author.upgrade
            changes.sign(context)
            if context.hasChanges { try context.save() }
            try ErasedFile.remove(path)
        }
    }
}
