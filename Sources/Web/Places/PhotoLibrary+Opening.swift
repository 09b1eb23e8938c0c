import Domain
import PhotoSources

extension AppConfiguration {
    /// The environment variable that has the owner's key of Flickr's API.
    public static var flickrKeyVariable: String { FlickrSource.keyVariable }
}

extension PhotoLibrary {
    /// The library that a configuration names.
    ///
    /// - Throws: ``ConfigurationError`` if the folder cannot be made, or the key of Flickr is none.
    static func open(
        _ configuration: AppConfiguration, _ household: Household
    ) throws(ConfigurationError) -> PhotoLibrary {
        do {
            let services: [any PhotoSource] =
                configuration.flickrKey == nil
                ? [] : [try FlickrSource(key: configuration.flickrKey)]
            return try PhotoLibrary(
                household, folder: configuration.photosDirectory, services: services)
        } catch {
            throw .init("\(error)")
        }
    }
}
