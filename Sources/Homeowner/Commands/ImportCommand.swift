import ArgumentParser
import Domain
import Foundation

/// `homeowner import`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings in a Core Data store, or a table in CSV or JSON: all of it, or nothing.",
        discussion: """
            Says what is done with each row: new, changed or refused; rows that are there already are \
            counted. If a row is refused nothing is imported, and the status is 1. A second time \
            changes nothing. The page of the import takes it back. Stop the server first, or use its \
            page /import.
            """)

    @Argument(help: "The file: an iPhone's store of an inventory, or of sales; CSV; JSON lines.")
    var file: String

    @Option(
        help: ArgumentHelp("What it holds. Default: what the first line says.", valueName: "kind"))
    var section: String?

    @Option(
        name: .customLong("rename"),
        help: "A column under another name, as in “Thing=itemName”; may be given several times.")
    var renamings: [String] = []

    @Option(name: .customLong("data"), help: "The folder that keeps the records and pictures.")
    var dataDirectory = "./data"

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    private var kind: ImportKind? { section.flatMap { ImportKind(rawValue: $0) } }

    func validate() throws {
        guard section == nil || kind != nil else {
            let kinds = ImportKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--section is one of \(kinds).")
        }
    }

    func run() async throws {
        let table = try read()
        let household = try Household(directory: DataDirectory(path: dataDirectory))
        do {
            try await bring(table, into: household)
            try household.close()
        } catch {
            try household.close()
            throw error
        }
    }

    /// Reads the file. A store with a log is copied first, so that nothing beside it is written.
    private func read() throws -> ImportFile {
        let name = URL(fileURLWithPath: file).lastPathComponent
        let renaming = try ColumnRenaming(renamings.joined(separator: "\n"))
        guard try ImportFile.isStore(file) else {
            return try ImportFile(
                contentsOf: file, named: name, kind: kind, renaming: renaming)
        }
        let files = StoreFileSet(path: file)
        guard files.hasLog else {
            return try ImportFile(storeAt: file, named: name, kind: kind, renaming: renaming)
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("homeowner-import-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try ImportFile(
            storeAt: try files.copy(to: folder), named: name, kind: kind, renaming: renaming)
    }

    private func bring(_ table: ImportFile, into household: Household) async throws {
        let plan = try await household.plan(table)
        for row in plan.rows {
            if let text = row.words { print(text) }
        }
        let counts = plan.counts
        print(
            "\(counts.new) new, \(counts.changed) changed, \(counts.unchanged) unchanged, "
                + "\(counts.refused) refused.")
        for warning in plan.warnings { print(warning) }
        guard counts.refused == 0 else {
            print("Nothing was imported.")
            throw ExitCode.failure
        }
        guard plan.isApplicable, !dryRun else { return }
        let token = try household.imports.keep(table)
        guard
            case .done(let record) = try await household.confirmImport(
                token, digest: plan.digest)
        else { throw ExitCode.failure }
        print("Imported. To take it back: /imports/\(record.id)")
    }
}

extension RowOutcome {
    /// What is done, in a line; nil for a row that is there already.
    fileprivate var words: String? {
        let end = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
        let start = "\(line): "
        switch verdict {
        case .new: return start + "new: \(label)\(end)"
        case .unchanged: return nil
        case .changes(let changes):
            let texts = changes.map { "\($0.column) “\($0.former)” becomes “\($0.new)”" }
            return start + "changed: \(label): \(texts.joined(separator: ", "))\(end)"
        case .refused(let faults):
            return start + "refused: \(label): " + faults.map(\.text).joined(separator: " ")
        }
    }
}
