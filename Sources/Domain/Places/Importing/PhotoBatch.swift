import Foundation
import Persistence

/// Changes that are made in one transaction.
struct PhotoBatch {
    private let source: String
    private let keepsViewed: Bool
    private let context: ManagedObjectContext
    private var photos: [String: Photo] = [:]
    private var places: [String: Place] = [:]
    private var taken = PhotoImportResult()

    init(source: String, keepsViewed: Bool, in context: ManagedObjectContext) {
        self.source = source
        self.keepsViewed = keepsViewed
        self.context = context
    }

    /// Makes the changes; the caller saves.
    ///
    /// - Throws: errors of the store.
    func apply(_ changes: [PhotoChanges.Change], at date: Date) throws -> PhotoImportResult {
        var batch = self
        batch.photos = try fetch(changes.flatMap(\.ids))
        for change in changes { try batch.apply(change, at: date) }
        return batch.taken
    }

    private func fetch(_ ids: [String]) throws -> [String: Photo] {
        let request = try FetchRequest<Photo>(
            format: "source == %@ AND sourceID IN %@", source, ids)
        return Dictionary(
            try context.fetch(request).map { ($0.sourceID ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }

    private mutating func apply(_ change: PhotoChanges.Change, at date: Date) throws {
        switch change {
        case .put(let listed, let place):
            try put(listed, place)
        case .rename(let former, let listed, let place):
            guard photos[listed.id] == nil, let photo = photos.removeValue(forKey: former) else {
                return try put(listed, place)
            }
            photo.sourceID = listed.id
            photos[listed.id] = photo
            photo.take(listed, in: try self.place(place))
            taken.renamedCount += 1
        case .vanish(let id):
            guard let photo = photos[id] else { return }
            if keepsViewed, photo.lastViewed != nil { return }
            taken.removedCount += 1
            // The image of a favorite is still stored.
            if photo.isFavorite { photo.vanishedAt = date } else { context.delete(photo) }
        }
    }

    private mutating func put(_ listed: SourcePhoto, _ place: SourcePlace) throws {
        guard let photo = photos[listed.id] else {
            let photo = Photo(context: context)
            photo.source = source
            photo.sourceID = listed.id
            photos[listed.id] = photo
            photo.take(listed, in: try self.place(place))
            taken.addedCount += 1
            return
        }
        let version = photo.version
        photo.take(listed, in: try self.place(place))
        taken.changedCount += 1
        if photo.isFavorite, photo.version != version, let number = photo.objectID.recordNumber {
            taken.changedFavorites.append(number)
        }
    }

    private mutating func place(_ listed: SourcePlace) throws -> Place {
        if let place = places[listed.id] { return place }
        let place = try Place.findOrCreate(listed, of: source, in: context)
        places[listed.id] = place
        return place
    }
}

extension PhotoChanges.Change {
    /// The identifiers of the photos in the change.
    fileprivate var ids: [String] {
        switch self {
        case .put(let photo, _): [photo.id]
        case .rename(let former, let photo, _): [former, photo.id]
        case .vanish(let id): [id]
        }
    }
}

extension Photo {
    /// Takes over a listed photo. If the image has changed, its details have to be read again.
    fileprivate func take(_ listed: SourcePhoto, in listedPlace: Place) {
        let isOther =
            isInserted || byteCount != listed.byteCount || modifiedAt != listed.modifiedAt
        title = listed.title
        byteCount = listed.byteCount
        modifiedAt = listed.modifiedAt
        fileNumber = listed.fileNumber
        imageURL = listed.imageURL
        vanishedAt = nil
        if place !== listedPlace { place = listedPlace }
        if let details = listed.details {
            take(details)
        } else if isOther || !isPicture {
            // An unreadable file may still have been incomplete when it was read.
            isRead = false
            problem = nil
            isPicture = listed.isPicture
        }
    }

    /// Takes over the details of the picture.
    func take(_ details: SourcePhoto.Details) {
        isRead = true
        problem = nil
        isPicture = true
        width = Int32(clamping: details.width)
        height = Int32(clamping: details.height)
        takenAt = details.takenAt
        camera = details.camera
        latitude = details.latitude
        longitude = details.longitude
    }
}
