import Backup
import Dispatch
import Domain
import Foundation
import Hummingbird
import Logging
import Synchronization

/// The report that is being downloaded as a folder: one at a time.
final class ReportDownloads: Sendable {
    private let isBusy = Mutex(false)
    private let thread = DispatchQueue(label: "report")

    /// The answer with the zip file of a report.
    ///
    /// - Throws: a 503 if one is being made; a 422 for a report that is too long.
    func response(
        _ scope: ReportScope, of household: Household, _ logger: Logger
    ) async throws -> Response {
        let name = "inventory-\(scope.day ?? .today())"
        let download = try begin(scope, of: household, as: name, logger)
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
    }

    /// Begins a zip file of a report.
    ///
    /// - Parameter name: the folder in it.
    /// - Throws: a 503 if one is being made.
    private func begin(
        _ scope: ReportScope, of household: Household, as name: String, _ logger: Logger
    ) throws -> PieceDownload {
        try isBusy.withLock { isBusy in
            guard !isBusy else { throw SiteError.busy(retryAfterSeconds: 10) }
            isBusy = true
        }
        let handover = PieceHandover()
        thread.async { [self] in
            defer { isBusy.withLock { $0 = false } }
            do {
                let missing = try Self.make(scope, of: household, as: name, to: handover)
                if !missing.isEmpty {
                    logger.warning(
                        "Files of a report are missing", metadata: ["items": "\(missing)"])
                }
                handover.end()
            } catch {
                handover.end(error)
            }
        }
        return PieceDownload(handover)
    }

    /// Makes the folder beside what comes in, and the zip file of it.
    ///
    /// - Returns: the names of items of which an original is missing.
    private static func make(
        _ scope: ReportScope, of household: Household, as name: String,
        to handover: PieceHandover
    ) throws -> [String] {
        let folder = "\(household.directory.incoming)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try ReportFolder(household, scope, linksOriginals: true).write(to: folder)
        try FolderZip(folder, paths: outcome.paths).write(as: name) { try handover.give($0) }
        return outcome.missing
    }
}
