import Foundation
import Persistence

/// The stored data of a source's photo, for comparison.
struct KnownPhoto: Sendable {
    let id: String
    let placeID: String
    let title: String
    let byteCount: Int64
    let modifiedAt: Date?
    let fileNumber: Int64
    let imageURL: String?
    /// Whether it is a favorite that its source no longer has.
    let isKept: Bool

    /// All photos of a source.
    ///
    /// - Throws: errors of the store.
    static func all(
        of source: String, in scope: PhotoImport.Scope, _ context: ManagedObjectContext
    ) throws -> [KnownPhoto] {
        let keys = [
            "sourceID", "title", "byteCount", "modifiedAt", "fileNumber", "imageURL", "vanishedAt",
            "isFavorite",
        ]
        let request = DictionaryFetchRequest(
            entityName: "Photo",
            .and([.key("source") == source] + scope.condition(on: "place.sourceID")),
            columns: keys.map { ($0, .key($0)) } + [("place", .key("place.sourceID"))])
        return try context.fetchDictionaries(request).map(KnownPhoto.init)
    }

    private init(_ row: FetchedDictionary) {
        id = row["sourceID"]?.stringValue ?? ""
        placeID = row["place"]?.stringValue ?? ""
        title = row["title"]?.stringValue ?? ""
        byteCount = row["byteCount"]?.wholeNumber ?? 0
        modifiedAt = row["modifiedAt"]?.dateValue
        fileNumber = row["fileNumber"]?.wholeNumber ?? 0
        imageURL = row["imageURL"]?.stringValue
        isKept = row["vanishedAt"]?.dateValue != nil && row["isFavorite"] == .boolean(true)
    }

    /// Whether a listed photo is this one, unchanged.
    func isSame(as listed: SourcePhoto, in place: String) -> Bool {
        !isKept && hasContent(of: listed) && placeID == place && title == listed.title
            && fileNumber == listed.fileNumber && imageURL == listed.imageURL
    }

    /// Whether a listed photo is this file under another name.
    func isSameFile(as listed: SourcePhoto) -> Bool {
        fileNumber != 0 && fileNumber == listed.fileNumber && hasContent(of: listed)
    }

    private func hasContent(of listed: SourcePhoto) -> Bool {
        byteCount == listed.byteCount && Self.isSame(modifiedAt, listed.modifiedAt)
    }

    /// Whether two times are equal to the microsecond, which is the precision of databases.
    private static func isSame(_ first: Date?, _ second: Date?) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        return abs(first.timeIntervalSince(second)) < 0.000_001
    }
}
