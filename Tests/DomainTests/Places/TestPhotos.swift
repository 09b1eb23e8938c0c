import Drawing
import Foundation
import Imaging
import Persistence
import Testing

@testable import Domain

/// A library of photos in a folder that the test fills.
final class TestPhotos: Sendable {
    let test: TestHousehold
    let library: PhotoLibrary
    let root: String

    var household: Household { test.household }

    init(trace: SQLTrace? = nil) throws {
        test = try TestHousehold(trace: trace)
        root = NSTemporaryDirectory() + "photos-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true)
        library = try PhotoLibrary(test.household, folder: root)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// A library over the same records and folder, as after a restart.
    func reopened() throws -> PhotoLibrary {
        try PhotoLibrary(household, folder: root)
    }

    /// Changes records, also in an async test.
    func inWriting<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        try household.container.write(body)
    }

    /// Reads records, also in an async test.
    func inReading<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        try household.container.read(body)
    }

    /// Writes a file, and creates its folders.
    func write(_ path: String, _ bytes: Data = Data("no picture".utf8)) throws {
        let url = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(root)/\(path)")
    }

    func move(_ path: String, to other: String) throws {
        let url = URL(fileURLWithPath: "\(root)/\(other)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: "\(root)/\(path)", toPath: url.path)
    }

    /// The places by name, each with the titles of its photos.
    func shown() throws -> [String: [String]] {
        try household.container.read { context in
            var shown: [String: [String]] = [:]
            for place in try context.fetch(PlaceQuery().fetchRequest) {
                var query = PhotoQuery()
                query.place = place.objectID.recordNumber
                shown[place.name ?? ""] = try context.fetch(
                    query.fetchRequest(context.coordinator)
                ).compactMap(\.title)
            }
            return shown
        }
    }

    /// The record number of a photo by its path.
    func number(_ path: String) throws -> Int64 {
        try household.container.read { context in
            let photo = try #require(try Photo.find(path, of: "folder", in: context))
            return try #require(photo.objectID.recordNumber)
        }
    }

    /// The record number of a place by its path.
    func place(_ path: String) throws -> Int64 {
        try household.container.read { context in
            let place = try #require(try Place.find(path, of: "folder", in: context))
            return try #require(place.objectID.recordNumber)
        }
    }

    /// Whether a place has favorites.
    func hasFavorites(_ path: String) throws -> Bool {
        try household.container.read { context in
            try #require(try Place.find(path, of: "folder", in: context)).hasFavorites
        }
    }

    /// Changes a photo and saves.
    func change(_ path: String, _ body: (Photo) -> Void) throws {
        try household.container.write { context in
            body(try #require(try Photo.find(path, of: "folder", in: context)))
            try household.save(context)
        }
    }

    /// The titles of the photos of a query, in their order.
    func titles(_ query: PhotoQuery) throws -> [String] {
        try household.container.read { context in
            try context.fetch(query.fetchRequest(context.coordinator)).compactMap(\.title)
        }
    }

    /// The names of the places of a query, in their order.
    func names(_ query: PlaceQuery) throws -> [String] {
        try household.container.read { try $0.fetch(query.fetchRequest).compactMap(\.name) }
    }

    /// A small picture.
    static func picture(
        seed: Int = 1, as format: PictureFormat = .jpeg, exif: [String: String] = [:]
    ) throws -> Data {
        try DrawnPicture(subject: .vase, seed: seed, width: 64, height: 48)
            .encoded(as: format, exif: exif)
    }

    /// The metadata written by a camera.
    static let exif = [
        "ifd0-Make": "Acme", "ifd0-Model": "Acme One",
        "ifd2-DateTimeOriginal": "2014:07:16 03:34:45",
        "ifd3-GPSLatitude": "48/1 51/1 2964/100", "ifd3-GPSLatitudeRef": "N",
        "ifd3-GPSLongitude": "2/1 17/1 402/10", "ifd3-GPSLongitudeRef": "W",
    ]
}
