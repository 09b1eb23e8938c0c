import Backup
import Dispatch
import Domain
import Foundation
import Hummingbird
import Logging
import Persistence
import Synchronization

/// Downloads of folders as zip files, one at a time.
final class FolderDownloads: Sendable {
    /// Writes the folder. Returns the paths of its files, and the names of items with a missing
    /// original.
    typealias Writing = @Sendable (_ folder: String) throws -> (paths: [String], missing: [String])

    private let isBusy = Mutex(false)
    private let thread = DispatchQueue(label: "folder downloads")

    /// Starts a zip file.
    ///
    /// - Parameter name: the name of the folder in it.
    /// - Throws: a 503 if another one is being made.
    func begin(
        as name: String, of household: Household, _ logger: Logger, _ write: @escaping Writing
    ) throws -> StreamedDownload {
        try isBusy.withLock { isBusy in
            guard !isBusy else { throw SiteError.busy(retryAfterSeconds: 10) }
            isBusy = true
        }
        let chunks = ChunkStream { [self] in isBusy.withLock { $0 = false } }
        thread.async {
            do {
                let missing = try Self.make(name, beside: household, write, to: chunks)
                if !missing.isEmpty {
                    logger.warning(
                        "Files of a download are missing", metadata: ["items": "\(missing)"])
                }
                chunks.end()
            } catch {
                chunks.end(error)
            }
        }
        return StreamedDownload(chunks)
    }

    /// Writes the folder next to the uploads, and the zip file from it.
    private static func make(
        _ name: String, beside household: Household, _ write: Writing, to chunks: ChunkStream
    ) throws -> [String] {
        let folder = "\(household.directory.incoming)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (paths, missing) = try write(folder)
        try FolderZip(folder, paths: paths).write(as: name) { try chunks.send($0) }
        return missing
    }
}

extension FolderDownloads {
    /// The response with the zip file of a report.
    ///
    /// - Throws: a 404 for an unknown location, a 503 if another one is being made.
    func response(
        _ scope: ReportScope, of household: Household, _ logger: Logger
    ) async throws -> Response {
        let locations = try await household.container.read {
            try household.inventoryCache.locations(in: $0)
        }
        try InventoryReport.checkLocation(of: scope, locations)
        let name = "inventory-\(scope.day ?? .today())"
        let download = try begin(as: name, of: household, logger) { folder in
            let outcome = try ReportFolder(household, scope, linksOriginals: true)
                .write(to: folder)
            return (outcome.paths, outcome.missing)
        }
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
    }
}
