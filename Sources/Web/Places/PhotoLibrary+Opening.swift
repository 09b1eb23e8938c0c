import Domain

extension PhotoLibrary {
    /// The library that a configuration names.
    ///
    /// - Throws: ``ConfigurationError`` if the folder cannot be made.
    static func open(
        _ configuration: AppConfiguration, _ household: Household
    ) throws(ConfigurationError) -> PhotoLibrary {
        do {
            // A backup that is made beside the server needs to know it.
            try household.directory.notePhotos(configuration.photosDirectory)
            return try PhotoLibrary(
                household, folder: configuration.photosDirectory,
                services: configuration.photoServices)
        } catch {
            throw .init("\(error)")
        }
    }
}
