import Domain
import Imaging
import ObjectModel
import Persistence

extension Household {
    /// Opens the household that a configuration names.
    ///
    /// - Throws: ``ConfigurationError`` that names the file and the cause, or the process that
    ///   holds the data.
    static func open(_ configuration: AppConfiguration) throws(ConfigurationError) -> Household {
        let directory = DataDirectory(
            path: configuration.dataDirectory, storeAddress: configuration.storeAddress)
        let limits = ImageLimits(
            maxBytes: configuration.limits.uploadBytes, maxPixels: configuration.limits.pixels)
        do {
            let household = try Household(
                directory: directory, readingFrom: configuration.replicaAddress,
                imageLimits: limits, trace: configuration.trace,
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
