import ArgumentParser
import Backup
import Domain
import Foundation
import Web

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a CSV or JSON file, or a Core Data store: all of it, or nothing.",
        discussion: """
            Lists the rows that are new, changed or refused, and counts those that are unchanged. If a row \
            is refused, nothing is imported and the exit status is 1. Importing the same file again \
            changes nothing. The import can be undone in the browser. Stop the server first, or use the \
            page /import.
            """)

    @Argument(
        help: """
            A CSV file, with the photos and documents of its column “files” next to it; JSON lines; an \
            export of Homebox; a Core Data store of an inventory or of sales; or a .zip file of these.
            """)
    var file: String

    @Option(
        help: ArgumentHelp(
            "What the file contains. Default: found from the first line.", valueName: "kind"))
    var section: String?

    @Option(help: "The entity of a store whose records are items. Default: found from the store.")
    var entity: String?

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "The field for a column or an attribute, such as “Thing=itemName”; “Thing=” leaves it out. "
                + "May be repeated.", valueName: "column=field"))
    var mappings: [String] = []

    @Option(
        help: ArgumentHelp(
            "The character encoding of the file, such as Windows-1252. Required unless it is UTF-8 or "
                + "starts with a byte order mark.", valueName: "name"))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "The order of dates such as 11/12/2026: day-first or month-first; “Bought=day-first” for one "
                + "column. May be repeated. Needed only if the dates of a column are ambiguous.",
            valueName: "order"))
    var dates: [String] = []

    @OptionGroup var place: HouseholdOptions

    @Option(
        help: "The folder of photographs. Default: the folder that the server uses.",
        completion: .directory)
    var photos: String?

    @Flag(help: "Show what would be imported, and import nothing.")
    var dryRun = false

    private var kind: ImportKind? { section.flatMap { ImportKind.all.named($0) } }

    func validate() throws {
        guard section == nil || kind != nil else {
            let kinds = ImportKind.all.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--section must be one of \(kinds).")
        }
        guard encoding.map({ CSVEncoding(named: $0) != nil }) ?? true else {
            let names = CSVEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--encoding must be one of \(names).")
        }
        do {
            _ = try DayOrders(dates.joined(separator: "\n"))
        } catch {
            throw ValidationError("--dates: \(error)")
        }
    }

    func run() async throws {
        let line = ProgressLine()
        let progress = ImportProgress { line.show($0) }
        let interruption = Interruption { progress.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        do {
            let table = try read(progress)
            let household = try Household(directory: place.directory)
            do {
                // Places are folders.
                if table.kind == .places {
                    _ = try PhotoLibrary(
                        household, folder: photos ?? household.directory.knownPhotos)
                }
                try await bring(table, into: household, progress, line)
                try household.close()
            } catch {
                try household.close()
                throw error
            }
        } catch is CancellationError {
            line.clear()
            print("Cancelled. Nothing was imported.")
            throw ExitCode.failure
        }
    }

    private func read(_ progress: ImportProgress) throws -> ImportFile {
        var reading = ImportReading()
        reading.kind = kind
        reading.entity = entity
        reading.mapping = try ColumnMapping(mappings.joined(separator: "\n"))
        reading.encoding = encoding.flatMap { CSVEncoding(named: $0) }
        reading.dayOrders = try DayOrders(dates.joined(separator: "\n"))
        var status = stat()
        guard stat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError("\(file) is a folder or a pipe; give the path of a file.")
        }
        do {
            return try ImportSource(
                path: file, named: URL(fileURLWithPath: file).lastPathComponent,
                scratch: FileManager.default.temporaryDirectory.path, readsBeside: true
            ).file(reading, progress: progress)
        } catch let fault as CSVFault {
            guard case .unknownEncoding(let samples, _) = fault else { throw fault }
            let lines = samples.map { "--encoding \"\($0.encoding.rawValue)\": \($0.text)" }
            throw CommandError(
                (["\(fault) Possible values of --encoding:"] + lines).joined(separator: "\n"))
        }
    }

    private func bring(
        _ table: ImportFile, into household: Household, _ progress: ImportProgress,
        _ line: ProgressLine
    ) async throws {
        let table = try await household.makingThumbnails(of: table, progress: progress)
        let plan = try await household.plan(table, progress: progress)
        line.clear()
        for index in 0..<plan.rows.count {
            if let text = try plan.rows.outcome(at: index).words(in: table.kind) { print(text) }
        }
        let counts = plan.counts
        print(
            "\(counts.new) new, \(counts.changed) changed, \(counts.unchanged) unchanged, "
                + "\(counts.refused) refused.")
        for warning in plan.warnings { print(warning) }
        if !table.ignoredColumns.isEmpty {
            print("Columns not imported: \(table.ignoredColumns.joined(separator: ", ")).")
        }
        if counts.refused > 0 {
            for column in table.openDayColumns where column.order == nil {
                print(
                    "“\(column.text)” in “\(column.name)” is \(column.dayFirst) with --dates day-first, and "
                        + "\(column.monthFirst) with --dates month-first.")
            }
        }
        guard counts.refused == 0 else {
            print("Nothing was imported.")
            throw ExitCode.failure
        }
        guard plan.isApplicable, !dryRun else { return }
        let token = try household.imports.keep(table)
        let result: Household.ImportResult
        do {
            result = try await Author.$name.withValue("homeowner import") {
                try await household.confirmImport(
                    token, digest: plan.digest, progress: progress)
            }
        } catch {
            // Only the command knows the uploaded file.
            line.clear()
            try household.imports.forget(token)
            throw error
        }
        line.clear()
        guard case .done(let record) = result else {
            try household.imports.forget(token)
            throw ExitCode.failure
        }
        print("Imported. To undo it: /imports/\(record.id)")
    }
}

extension RowOutcome {
    /// The outcome of a row in a line; nil for a row that exists already, without a note.
    fileprivate func words(in kind: ImportKind) -> String? {
        let end = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        let start = "\(line): "
        // A refused row may have no name.
        let name = label.isEmpty ? "" : "\(label): "
        switch verdict {
        case .new: return start + "new: \(label)\(end)"
        case .unchanged: return notes.isEmpty ? nil : start + "unchanged: \(label)\(end)"
        case .changes(let changes):
            let texts = changes.map {
                "\(ImportColumn.label(of: $0.column, in: kind)) “\($0.former)” becomes “\($0.new)”"
            }
            return start + "changed: \(name)\(texts.joined(separator: ", "))\(end)"
        case .refused(let faults):
            return start + "refused: \(name)"
                + faults.map { $0.sentence(in: kind) }.joined(separator: " ")
        }
    }
}
