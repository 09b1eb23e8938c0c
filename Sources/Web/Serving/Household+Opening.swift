import Domain
import Imaging
import Logging
import ObjectModel
import Persistence

extension Household {
    /// Opens the household of a configuration.
    ///
    /// - Parameter logger: logs a replica that does not answer, and a store without full-text
    ///   indexes. Default: the configuration's.
    /// - Throws: ``ConfigurationError`` that names the file and the cause, or the process that has
    ///   the data open.
    static func open(
        _ configuration: AppConfiguration, logger: Logger? = nil
    ) throws(ConfigurationError) -> Household {
        let logger = logger ?? makeLogger(configuration)
        let directory = DataDirectory(
            path: configuration.dataDirectory, storeAddress: configuration.storeAddress)
        let limits = ImageLimits(
            maxBytes: configuration.limits.uploadBytes, maxPixels: configuration.limits.pixels)
        do {
            let household = try Household(
                directory: directory, readingFrom: configuration.replicaAddress,
                replicaObserver: { logger.note($0) },
                textIndexObserver: {
                    logger.warning(
                        "The store keeps no full-text index; searches look at all records",
                        metadata: ["error": "\($0)"])
                }, adoptsFolder: configuration.adoptsImages,
                imageLimits: limits,
                furtherModels: configuration.furtherSections.compactMap(\.model),
                trace: configuration.trace,
                now: configuration.now)
            household.shopCurrency.given = configuration.currency
            return household
        } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
            throw .init(
                """
                The data in \(directory.path) is in use, \(holder). Stop that one first, or name \
                another folder with --data.
                """)
        } catch {
            throw .init("\(error)")
        }
    }
}

extension Logger {
    fileprivate func note(_ state: ReplicaState) {
        switch state {
        case .present: notice("The replica is available again")
        case .absent(let reason):
            warning(
                "The replica is unavailable; pages are read from the main database",
                metadata: ["error": "\(reason)"])
        }
    }
}
