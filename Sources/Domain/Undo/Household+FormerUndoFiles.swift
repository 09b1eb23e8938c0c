import Foundation
import Persistence

extension Household {
    /// Makes steps of the files in which former versions of the program kept undoable changes and
    /// the parts of imports, and removes the files.
    ///
    /// - Throws: errors of the store and of the file system.
    func adoptFormerUndoFiles() throws {
        try adoptChanges(in: directory.path + "/undo")
        for name in try imports.names(Imports.parts) { try adoptParts(of: String(name.prefix(32))) }
    }

    /// Makes steps of the files `{token}.{kind}.json`, and removes their folder.
    private func adoptChanges(in folder: String) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            guard parts.count == 3, ImportToken.isOne(parts[0]) else { continue }
            try adopt("\(folder)/\(name)", unless: .key("token") == parts[0]) {
                change, date, context in
                // It may name a person who is being erased.
                guard !hasPendingErasure else { return }
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

    /// Makes steps of the lines of a file.
    private func adoptParts(of id: String) throws {
        try adopt(imports.path(id + Imports.parts), unless: .key("series") == id) {
            lines, date, context in
            // The parts of other imports are left from the removal of a person.
            let isDone = (try? imports.record(id))?.state == .done
            guard isDone || imports.begunRecord(id) != nil else { return }
            // What follows the last line is of a part that was not saved.
            let parts = lines.split(separator: 10, omittingEmptySubsequences: false).dropLast()
            for (index, part) in parts.enumerated() {
                let step = UndoStep.add(Int64(index) + 1, to: id, in: context)
                step.changes = Data(part)
            }
        }
    }

    /// Makes steps of a file, and removes it.
    ///
    /// - Parameter known: the steps that another server, or an interrupted start, may have made.
    private func adopt(
        _ path: String, unless known: FetchPredicate,
        _ add: (Data, Date, ManagedObjectContext) throws -> Void
    ) throws {
        try container.write { context in
            guard let date = try FileTime.modification(at: path),
                let data = FileManager.default.contents(atPath: path)
            else { return }
            if try context.count(for: FetchRequest<UndoStep>(known)) == 0 {
                try add(data, date, context)
                context.transactionAuthor = Author.upgrade
                changes.sign(context)
                if context.hasChanges { try context.save() }
            }
            try ErasedFile.remove(path)
        }
    }
}
