import Backup
import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// Everything in one file, to take away.
struct BackupController: RouteProvider {
    let site: Site
    let downloads: BackupDownloads

    init(site: Site) {
        self.site = site
        downloads = BackupDownloads(directory: site.household.directory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.backup, by: .owners, use: show)
        routes.get(SitePath.backup.json, by: .owners, use: progress)
        routes.post(.backup, by: .owners, use: create)
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

    /// The archive is made while it is sent. What is wrong before its first bytes is told in an answer;
    /// what comes later ends the connection, and the file is not whole.
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let compression = try await compression(request)
        let download = try downloads.begin(compression, context.logger)
        let name = BackupFile.name(at: Date()).replacingOccurrences(
            of: BackupCompression.zstd.fileExtension, with: compression.fileExtension)
        return try await download.response(mediaType: compression.mediaType, fileName: name)
    }

    /// A request without a form is for what is usual.
    private func compression(_ request: Request) async throws -> BackupCompression {
        guard request.headers[.contentType] != nil else { return .zstd }
        let form = try await site.form(of: request)
        var decoder = FormDecoder(form)
        let choice = decoder.choice(
            "compression", label: "Compression", of: BackupCompression.self)
        guard decoder.faults.isEmpty else {
            throw FormRefusal(faults: decoder.faults).error("No backup was made")
        }
        return choice.value ?? .zstd
    }
}
