import Domain
import Foundation

/// The status at the beginning of each answer of the API.
struct FlickrStatus: Decodable {
    let stat: String
    let code: Int?
    let message: String?
}

/// The answer of `flickr.places.getTopPlacesList`.
struct FlickrPlacesAnswer: Decodable {
    struct Places: Decodable {
        let place: [Place]
    }

    struct Place: Decodable {
        let placeID: String
        let content: String

        enum CodingKeys: String, CodingKey {
            case placeID = "place_id"
            case content = "_content"
        }

        /// The place; nil if its identifier has no known form.
        var sourcePlace: SourcePlace? {
            let isKnown = placeID.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                    || (0x61...0x7A).contains($0) || "_.-".utf8.contains($0)
            }
            guard isKnown, (1...64).contains(placeID.utf8.count) else { return nil }
            return SourcePlace(id: placeID, name: content.shownTitle ?? placeID)
        }
    }

    let places: Places
}

/// The answer of `flickr.photos.search`.
struct FlickrPhotosAnswer: Decodable {
    struct Photos: Decodable {
        let photo: [FlickrPhoto]
    }

    let photos: Photos
}

/// A photo as Flickr lists it.
struct FlickrPhoto: Decodable {
    /// A number, which some answers contain as text.
    struct Number: Decodable {
        let value: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                value = number
            } else {
                value = Double(try container.decode(String.self))
            }
        }
    }

    /// An image of the photo in a certain size.
    struct Image {
        let address: String
        let width: Int
        let height: Int
    }

    let id: String
    let title: String?
    let dateTaken: String?
    let isDateUnknown: Number?
    let latitude: Number?
    let longitude: Number?
    /// The images, largest first.
    let images: [Image]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ name: String) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: Key(name))
        }
        func number(_ name: String) throws -> Number? {
            try container.decodeIfPresent(Number.self, forKey: Key(name))
        }
        id = try container.decode(String.self, forKey: Key("id"))
        title = try text("title")
        dateTaken = try text("datetaken")
        isDateUnknown = try number("datetakenunknown")
        latitude = try number("latitude")
        longitude = try number("longitude")
        images = try ["l", "c", "z", "m"].compactMap { size in
            guard let address = try text("url_\(size)") else { return nil }
            return Image(
                address: address, width: try number("width_\(size)").pixels,
                height: try number("height_\(size)").pixels)
        }
    }

    /// The photo; nil if it has no image from the allowed origin.
    func sourcePhoto(allowing origin: FlickrConfiguration.Origin) -> SourcePhoto? {
        let isNumber = id.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, (1...20).contains(id.utf8.count),
            let image = images.first(where: { origin.allows($0.address) })
        else { return nil }
        var photo = SourcePhoto(id: id, title: title?.shownTitle ?? "Untitled")
        photo.imageURL = image.address
        var details = SourcePhoto.Details()
        (details.width, details.height) = (image.width, image.height)
        if isDateUnknown?.value != 1 { details.takenAt = dateTaken.flatMap(Self.date) }
        // Flickr writes 0 and 0 for a photo without a position.
        if let latitude = latitude?.value, let longitude = longitude?.value,
            (-90...90).contains(latitude), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        {
            (details.latitude, details.longitude) = (latitude, longitude)
        }
        photo.details = details
        return photo
    }

    private static func date(_ text: String) -> Date? {
        // An unreadable date counts as none: Flickr takes it from the camera.
        try? Date(text.replacingOccurrences(of: " ", with: "T") + "Z", strategy: .iso8601)
    }
}

extension FlickrPhoto.Number? {
    /// The number as a length in pixels; 0 for none.
    fileprivate var pixels: Int {
        guard let value = self?.value, (1...1_000_000).contains(value) else { return 0 }
        return Int(value)
    }
}

extension String {
    /// The text on one line, cut to the maximum length of a title; nil if it is empty.
    fileprivate var shownTitle: String? {
        let words = precomposedStringWithCanonicalMapping.split {
            $0.isWhitespace || $0.isNewline
                || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }
        let title = String(words.joined(separator: " ").prefix(300))
        return title.isEmpty ? nil : title
    }
}

extension FlickrConfiguration.Origin {
    /// Whether an address belongs to this origin.
    func allows(_ address: String) -> Bool {
        guard address.utf8.count <= 2_000, let parts = URLComponents(string: address),
            parts.scheme == scheme, parts.user == nil, parts.password == nil, parts.port == port,
            let name = parts.host?.lowercased()
        else { return false }
        return name == host || name.hasSuffix(".\(host)")
    }
}
