import Domain
import Drawing
import Foundation
import HTTPTypes
import Imaging
import Testing

@testable import PhotoSources

struct FlickrSourceTests {
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let places = """
        {"places":{"total":2,"date_start":1246320000,"place":[
        {"place_id":"4KO02SibApitvSBieQ","woeid":"23424977","latitude":"48.890","longitude":-116.9,
        "place_type":"locality","place_type_id":7,"photo_count":"23371","_content":"Lyon,\\n Rhône"},
        {"place_id":"a/../b","_content":"Nowhere"}]},"stat":"ok"}
        """

    @Test("Top places are listed by Flickr’s identifiers")
    func topPlaces() async throws {
        let flickr = FakeFlickr([.text(Self.places)])
        try await flickr.serve { configuration in
            let source = try FlickrSource(key: Self.key, configuration: configuration)

            #expect(
                try await source.places() == [
                    SourcePlace(id: "4KO02SibApitvSBieQ", name: "Lyon, Rhône")
                ])
        }

        let request = try #require(flickr.requests.first)
        #expect(request.hasPrefix("/services/rest/?"))
        for part in [
            "method=flickr.places.getTopPlacesList", "place_type_id=7", "api_key=\(Self.key)",
            "format=json", "nojsoncallback=1",
        ] { #expect(request.contains(part)) }
    }

    private static let photos = """
        {"photos":{"page":1,"pages":1,"perpage":250,"total":"4","photo":[
        {"id":"2636","title":"","url_m":"ORIGIN/m.jpg","width_m":"500","height_m":375,
        "url_l":"ORIGIN/l.jpg","width_l":1024,"height_l":"768",
        "datetaken":"2014-07-16 03:34:45","datetakenunknown":"0","latitude":"45.75",
        "longitude":4.85},
        {"id":"2637","title":"Bridge","url_m":"ORIGIN/n.jpg","width_m":null,
        "datetaken":"2014-07-16 03:34:45","datetakenunknown":1,"latitude":0,"longitude":0},
        {"id":"2638","title":"Elsewhere","url_m":"http://example.org/l.jpg"},
        {"id":"x","title":"No number","url_m":"ORIGIN/l.jpg"},
        {"id":"2639","title":"No image"}]},"stat":"ok"}
        """

    @Test("Photos of a place have the largest available image, a date and a position")
    func photos() async throws {
        let flickr = FakeFlickr([.own(Self.photos)])
        try await flickr.serve { configuration in
            let origin = "http://127.0.0.1:\(configuration.api.port ?? 0)"
            let source = try FlickrSource(key: Self.key, configuration: configuration)

            let photos = try await source.photos(of: SourcePlace(id: "abc", name: "Lyon"))

            #expect(photos.map(\.id) == ["2636", "2637"])
            #expect(photos.map(\.title) == ["Untitled", "Bridge"])
            let first = try #require(photos.first)
            #expect(first.imageURL == "\(origin)/l.jpg")
            #expect(first.details?.width == 1_024)
            #expect(first.details?.height == 768)
            #expect(first.details?.takenAt == Date(timeIntervalSince1970: 1_405_481_685))
            #expect(first.details?.latitude == 45.75)
            #expect(photos.last?.details?.takenAt == nil)
            #expect(photos.last?.details?.latitude == nil)
        }
        #expect(flickr.requests.first?.contains("place_id=abc") == true)
    }

    @Test("An image is downloaded to a file that is deleted with its last reference")
    func image() async throws {
        let picture = try DrawnPicture(subject: .vase, width: 40, height: 30).encoded(as: .jpeg)
        let flickr = FakeFlickr([.text("", .serviceUnavailable), .bytes(picture)])
        try await flickr.serve { configuration in
            let source = try FlickrSource(key: Self.key, configuration: configuration)
            let photo = PhotoReference(
                id: "1", imageURL: "http://127.0.0.1:\(configuration.api.port ?? 0)/a.jpg")

            var file: PhotoFile? = try await source.image(
                of: photo, using: NSTemporaryDirectory())

            let path = try #require(file).path
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == picture)
            file = nil
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(flickr.requests == ["/a.jpg", "/a.jpg"])
    }

    @Test("A missing or invalid key has an error with instructions")
    func keys() {
        for key in [nil, ""] {
            #expect(
                throws: PhotoSourceError.unusable(
                    "Flickr needs a key of yours: set FLICKR_API_KEY to it.")
            ) { try FlickrSource(key: key) }
        }
        #expect(throws: PhotoSourceError.self) { try FlickrSource(key: "a&method=x") }
    }

    @Test("Addresses of other hosts and schemes are refused")
    func hosts() {
        let images = FlickrConfiguration().images
        #expect(images.allows("https://live.staticflickr.com/65535/1_b.jpg"))
        for address in [
            "http://live.staticflickr.com/1.jpg", "https://staticflickr.com.example.org/1.jpg",
            "https://notstaticflickr.com/1.jpg", "https://a@live.staticflickr.com/1.jpg",
            "https://live.staticflickr.com:8443/1.jpg", "file:///etc/passwd", "https:///x", "",
            "https://127.0.0.1/1.jpg",
        ] { #expect(!images.allows(address), "\(address)") }
    }
}
