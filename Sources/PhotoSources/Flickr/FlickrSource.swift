public import Domain
import Foundation
import Imaging

/// The places of Flickr with the most photos, and photos of them.
public struct FlickrSource: PhotoSource {
    public var name: String { "flickr" }
    private let client: FlickrClient

    /// The environment variable with the owner's key.
    public static let keyVariable = "FLICKR_API_KEY"

    /// Makes a source without asking Flickr yet.
    ///
    /// - Parameter key: the owner's API key.
    /// - Throws: ``PhotoSourceError`` if the key is missing or malformed.
    public init(
        key: String?, configuration: FlickrConfiguration = FlickrConfiguration()
    ) throws {
        guard let key, !key.isEmpty else {
            throw PhotoSourceError.unusable(
                "Flickr needs a key of yours: set \(Self.keyVariable) to it.")
        }
        guard key.utf8.count <= 128, key.utf8.allSatisfy(Self.isOfKey) else {
            throw PhotoSourceError.unusable(
                "\(Self.keyVariable) is not a key of Flickr: a key has letters and digits only.")
        }
        client = FlickrClient(key: key, configuration: configuration)
    }

    public func places() async throws -> [SourcePlace] {
        // 7 is the type of towns.
        let answer: FlickrPlacesAnswer = try await client.ask(
            "flickr.places.getTopPlacesList", ["place_type_id": "7"])
        return answer.places.place.compactMap(\.sourcePlace)
    }

    public func photos(of place: SourcePlace) async throws -> [SourcePhoto] {
        let configuration = client.configuration
        let answer: FlickrPhotosAnswer = try await client.ask(
            "flickr.photos.search",
            [
                "place_id": place.id, "media": "photos", "safe_search": "1",
                "sort": "interestingness-desc",
                "per_page": "\(min(max(configuration.photosPerPlace, 1), 500))",
                "extras": "date_taken,geo,url_l,url_c,url_z,url_m",
            ])
        return answer.photos.photo.prefix(configuration.photosPerPlace).compactMap {
            $0.sourcePhoto(allowing: configuration.images)
        }
    }

    public func image(
        of photo: PhotoReference, using folder: String
    ) async throws -> PhotoFile {
        guard let address = photo.imageURL else { throw PhotoSourceError.noSuchPhoto(photo.id) }
        let path = "\(folder)/flickr-\(UUID().uuidString)"
        do {
            try await client.download(address, to: path)
            let kind = try FileKind.of(contentsOf: path)
            guard kind.pictureFormat != nil else {
                throw PhotoSourceError.unavailable(
                    "Flickr sent \(kind.phrase) instead of the photo.")
            }
            return try PhotoFile(temporary: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func isOfKey(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }
}
