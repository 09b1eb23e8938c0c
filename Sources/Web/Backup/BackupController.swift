import Backup
import Dispatch
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// A backup of everything as one file, to download.
struct BackupController: RouteProvider {
    let site: Site
    let downloads: BackupDownloads

    init(site: Site) {
        self.site = site
        downloads = BackupDownloads(directory: site.household.directory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .backup, by: .owners, as: .document(.members("last download")), use: show,
            json: progress)
        routes.post(
            .backup, by: .owners,
            as: RouteDescription(
                fields: [.choice("compression", BackupCompression.allCases.map(\.rawValue))],
                mediaTypes: BackupCompression.allCases.map(\.mediaType)),
            use: create)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let server = request.server
        let page = BackupPage(
            try LastBackup.read(in: site.household.directory),
            command: "curl -OJ -X POST " + server + site.links(.backup),
            keepCommand: "homeowner backup --keep 7 --data \(site.household.directory.path) FOLDER",
            site)
        return try site.renderer.response(page, context: context)
    }

    private func progress(_ request: Request, _ context: SiteContext) async throws -> Response {
        let last = try LastBackup.read(in: site.household.directory)
        return .json(
            .object([("last", Self.json(last)), ("download", Self.json(downloads.current))]))
    }

    private static func json(_ last: LastBackup?) -> JSONValue {
        guard let last else { return .null }
        return .object([
            ("made", .date(last.made)), ("path", .string(last.path)),
            ("bytes", .int(Int(last.bytes))),
        ])
    }

    private static func json(_ progress: BackupProgress?) -> JSONValue {
        guard let progress else { return .null }
        return .object([
            ("phase", .string(progress.phase.rawValue)), ("bytes", .int(Int(progress.bytes))),
            ("total", .int(Int(progress.total))),
        ])
    }

    /// The archive is made while it is sent. An early error is a normal response. A later one
    /// closes the connection, so that the client notices the incomplete file.
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let compression = try await compression(request)
        let download = try downloads.begin(compression, context.logger)
        let name = BackupFile.name(at: Date()).replacingOccurrences(
            of: BackupCompression.zstd.fileExtension, with: compression.fileExtension)
        return try await download.response(mediaType: compression.mediaType, fileName: name)
    }

    /// A request without a form gets the default compression.
    private func compression(_ request: Request) async throws -> BackupCompression {
        guard request.headers[.contentType] != nil else { return .zstd }
        let form = try await site.form(of: request)
        var decoder = FormDecoder(form)
        let choice = decoder.choice(
            "compression", label: "Compression", of: BackupCompression.self)
        guard decoder.faults.isEmpty else {
            throw ValidationErrors(faults: decoder.faults).error("No backup was made")
        }
        return choice.value ?? .zstd
    }
}

/// The page that offers a backup of everything.
struct BackupPage: TemplatePage {
    static let template = "backup/show"

    var layout: LayoutPage
    var path: String
    /// The people as an encrypted file; empty on a server without accounts.
    var peoplePath: String
    /// The address with the progress of a download.
    var progressPath: String
    var compressions: [SelectOption]
    /// `November 21, 2026`, the day of the last verified backup; empty for none.
    var lastDay: String
    /// `homeowner-2026-11-21T193012Z.tar.zst, 1.2 GB`
    var lastFile: String
    /// The command that makes the same backup.
    var command: String
    /// The command for a schedule, with the data directory.
    var keepCommand: String
}

extension BackupPage {
    init(_ last: LastBackup?, command: String, keepCommand: String, _ site: Site) {
        self.init(
            layout: site.layout(
                title: "Backup", topic: .backup, crumbs: [site.settingsCrumb]),
            path: site.links(.backup),
            peoplePath: site.configuration.hasNoAccounts ? "" : site.links(.peopleFile),
            progressPath: site.links(SitePath.backup.json),
            compressions: [
                SelectOption(
                    value: BackupCompression.zstd.rawValue, label: "Zstandard: fast",
                    isSelected: true),
                SelectOption(
                    value: BackupCompression.gzip.rawValue,
                    label: "gzip: slower, every machine unpacks it"),
            ],
            lastDay: last.map { DateText.long($0.made) } ?? "",
            lastFile: last.map { backup in
                "\(backup.path.split(separator: "/").last ?? ""), \(ByteText.text(backup.bytes))"
            } ?? "",
            command: command, keepCommand: keepCommand)
    }
}

/// The downloads of backups, one at a time.
final class BackupDownloads: Sendable {
    private let directory: DataDirectory
    private let progress = Mutex<BackupProgress?>(nil)
    private let thread = DispatchQueue(label: "backup")

    init(directory: DataDirectory) {
        self.directory = directory
    }

    /// The progress; nil if no backup is being made.
    var current: BackupProgress? { progress.withLock { $0 } }

    /// Starts a backup.
    ///
    /// - Returns: its bytes. Releasing them cancels the backup.
    /// - Throws: a 503 if another one is being made.
    func begin(_ compression: BackupCompression, _ logger: Logger) throws -> StreamedDownload {
        try progress.withLock { progress in
            guard progress == nil else { throw SiteError.busy(retryAfterSeconds: 60) }
            progress = BackupProgress(phase: .copying)
        }
        var maker = BackupMaker(directory)
        maker.compression = compression
        maker.progress = { [weak self] now in self?.progress.withLock { $0 = now } }
        let chunks = ChunkStream { [self] in progress.withLock { $0 = nil } }
        thread.async { [maker] in
            do {
                let outcome = try maker.write { try chunks.send($0) }
                logger.notice(
                    "A backup was downloaded", metadata: ["files": "\(outcome.description.files)"])
                let unlike = outcome.leftOut + outcome.changes
                if !unlike.isEmpty {
                    logger.warning(
                        "Files are missing in a backup, or have changed during it",
                        metadata: ["files": "\(unlike)"])
                }
                chunks.end()
            } catch {
                if !(error is CancellationError) {
                    logger.error("A backup failed", metadata: ["error": "\(error)"])
                }
                chunks.end(error)
            }
        }
        return StreamedDownload(chunks)
    }
}
