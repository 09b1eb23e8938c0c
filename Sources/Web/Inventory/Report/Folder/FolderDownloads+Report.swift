import Domain
import Hummingbird
import Logging
import Persistence

extension FolderDownloads {
    /// The answer with the zip file of a report.
    ///
    /// - Throws: a 404 for a location that is not there, a 503 if one is being made.
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
