import Domain

extension PhotoLibrary {
    /// The library that a configuration names.
    ///
    /// - Throws: ``ConfigurationError`` if the folder cannot be made.
    static func open(
        _ configuration: AppConfiguration, _ household: Household
    ) throws(ConfigurationError) -> PhotoLibrary {
        do {
            return try PhotoLibrary(
                household, folder: configuration.photosDirectory,
                services: configuration.photoServices)
        } catch {
            throw .init("\(error)")
        }
    }
}
