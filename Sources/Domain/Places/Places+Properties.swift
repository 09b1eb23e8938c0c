// Generated from the model Places. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension Photo {
    public var addedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var byteCount: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var camera: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var fileNumber: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }

    public var height: Int32 {
        get { int32(at: 4) }
        set { setInt32(newValue, at: 4) }
    }

    public var imageURL: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var isFavorite: Bool {
        get { bool(at: 6) }
        set { setBool(newValue, at: 6) }
    }

    public var isPicture: Bool {
        get { bool(at: 7) }
        set { setBool(newValue, at: 7) }
    }

    public var isRead: Bool {
        get { bool(at: 8) }
        set { setBool(newValue, at: 8) }
    }

    public var isRemovedFromRecents: Bool {
        get { bool(at: 9) }
        set { setBool(newValue, at: 9) }
    }

    public var lastViewed: Date? {
        get { date(at: 10) }
        set { setDate(newValue, at: 10) }
    }

    public var latitude: Double? {
        get { optionalDouble(at: 11) }
        set { setOptionalDouble(newValue, at: 11) }
    }

    public var longitude: Double? {
        get { optionalDouble(at: 12) }
        set { setOptionalDouble(newValue, at: 12) }
    }

    public var modifiedAt: Date? {
        get { date(at: 13) }
        set { setDate(newValue, at: 13) }
    }

    public var place: Place? {
        get { toOne(at: 14, as: Place.self) }
        set { setToOne(newValue, at: 14) }
    }

    public var problem: String? {
        get { string(at: 15) }
        set { setString(newValue, at: 15) }
    }

    public var source: String? {
        get { string(at: 16) }
        set { setString(newValue, at: 16) }
    }

    public var sourceID: String? {
        get { string(at: 17) }
        set { setString(newValue, at: 17) }
    }

    public var takenAt: Date? {
        get { date(at: 18) }
        set { setDate(newValue, at: 18) }
    }

    public var title: String? {
        get { string(at: 19) }
        set { setString(newValue, at: 19) }
    }

    public var vanishedAt: Date? {
        get { date(at: 20) }
        set { setDate(newValue, at: 20) }
    }

    public var width: Int32 {
        get { int32(at: 21) }
        set { setInt32(newValue, at: 21) }
    }
}

nonisolated extension Place {
    public var hasFavorites: Bool {
        get { bool(at: 0) }
        set { setBool(newValue, at: 0) }
    }

    public var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var nameSortKey: Data? {
        get { data(at: 2) }
        set { setData(newValue, at: 2) }
    }

    public var photos: Set<Photo> {
        get { toMany(at: 3, as: Photo.self) }
        set { setToMany(newValue, at: 3) }
    }

    public func addToPhotos(_ object: Photo) {
        addToMany(CollectionOfOne(object), at: 3)
    }

    public func addToPhotos(_ objects: some Sequence<Photo>) {
        addToMany(objects.map { $0 }, at: 3)
    }

    public func removeFromPhotos(_ object: Photo) {
        removeFromToMany(CollectionOfOne(object), at: 3)
    }

    public func removeFromPhotos(_ objects: some Sequence<Photo>) {
        removeFromToMany(objects.map { $0 }, at: 3)
    }

    public var source: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var sourceID: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }
}

/// The classes and key paths that are generated from the model Places.
nonisolated public let placesModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "Photo", objectClass: Photo.self,
        properties: [
            ("addedAt", \Photo.addedAt),
            ("byteCount", \Photo.byteCount),
            ("camera", \Photo.camera),
            ("fileNumber", \Photo.fileNumber),
            ("height", \Photo.height),
            ("imageURL", \Photo.imageURL),
            ("isFavorite", \Photo.isFavorite),
            ("isPicture", \Photo.isPicture),
            ("isRead", \Photo.isRead),
            ("isRemovedFromRecents", \Photo.isRemovedFromRecents),
            ("lastViewed", \Photo.lastViewed),
            ("latitude", \Photo.latitude),
            ("longitude", \Photo.longitude),
            ("modifiedAt", \Photo.modifiedAt),
            ("place", \Photo.place),
            ("problem", \Photo.problem),
            ("source", \Photo.source),
            ("sourceID", \Photo.sourceID),
            ("takenAt", \Photo.takenAt),
            ("title", \Photo.title),
            ("vanishedAt", \Photo.vanishedAt),
            ("width", \Photo.width),
        ]),
    ManagedObjectClass(
        entityName: "Place", objectClass: Place.self,
        properties: [
            ("hasFavorites", \Place.hasFavorites),
            ("name", \Place.name),
            ("nameSortKey", \Place.nameSortKey),
            ("photos", \Place.photos),
            ("source", \Place.source),
            ("sourceID", \Place.sourceID),
        ]),
]
