public import Persistence

/// The summary of a place's photos in lists.
public struct PlaceSummary: Sendable, Hashable {
    /// The number of photos that are shown.
    public var photoCount = 0
    /// The first photo; nil if there is none.
    public var cover: Cover?

    /// The summary of a place without photos.
    public init() {}

    /// The photo that represents its place.
    public struct Cover: Sendable, Hashable {
        /// The photo's record number.
        public let number: Int64
        /// A text that changes with the image.
        public let version: String
    }
}

extension PlaceSummary {
    /// The summaries of places by record number, in two statements.
    ///
    /// - Throws: errors of the store.
    public static func all(
        of places: [Place], in context: ManagedObjectContext
    ) throws -> [Int64: PlaceSummary] {
        guard !places.isEmpty else { return [:] }
        let isShownThere = FetchPredicate.and([isOf(places), PhotoQuery.isShown])
        var summaries: [Int64: PlaceSummary] = [:]
        var firstTitles: [Int64: String] = [:]
        for row in try context.fetchDictionaries(grouped(isShownThere)) {
            guard let number = row["place"]?.objectID?.recordNumber else { continue }
            var summary = PlaceSummary()
            summary.photoCount = Int(row["count"]?.wholeNumber ?? 0)
            summaries[number] = summary
            firstTitles[number] = row["first"]?.stringValue
        }
        guard !firstTitles.isEmpty else { return summaries }
        let isFirst = FetchExpression.key("title").isIn(Set(firstTitles.values).sorted())
        let request = FetchRequest<Photo>(isShownThere && isFirst)
        for photo in try context.fetch(request) {
            guard let place = photo.place?.objectID.recordNumber,
                photo.title == firstTitles[place], let number = photo.objectID.recordNumber
            else { continue }
            summaries[place]?.cover = Cover(number: number, version: photo.version)
        }
        return summaries
    }

    private static func grouped(_ predicate: FetchPredicate) -> DictionaryFetchRequest {
        DictionaryFetchRequest(
            entityName: "Photo", predicate,
            columns: [
                ("place", .key("place")), ("count", .count), ("first", .min(.key("title"))),
            ], groupBy: [.key("place")])
    }

    private static func isOf(_ places: [Place]) -> FetchPredicate {
        FetchExpression.key("place").isIn(places.map(\.objectID))
    }
}
