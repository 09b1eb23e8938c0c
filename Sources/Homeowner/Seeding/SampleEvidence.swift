import Domain
import Drawing
import Foundation
import Imaging
import Persistence

/// Further photos and documents of the first sample items, and photos in the inbox.
struct SampleEvidence {
    let household: Household

    private static let captions = ["From the left", "The label on its back"]
    private static let documents = ["Receipt", "Manual", "Warranty"]
    /// The number of items that get photos and documents.
    private static let itemCount = 6
    private static let inboxCount = 2

    /// A file that waits for its record.
    private struct Prepared: Sendable {
        let file: String
        let thumbnail: Data
    }

    /// Adds the photos and documents.
    ///
    /// - Throws: errors of the store, of the file system, and of drawing.
    func add() async throws {
        var photos: [Prepared] = []
        for number in 0..<Self.itemCount * Self.captions.count + Self.inboxCount {
            photos.append(try await photo(number))
        }
        var documents: [(file: String, NewDocument)] = []
        for number in 0..<Self.itemCount * Self.documents.count {
            documents.append(try await document(number))
        }
        try await household.write { [photos, documents] context in
            let now = household.now()
            var originals: [(key: UUID, file: String)] = []
            for (index, item) in try SampleHouse.items(in: context).prefix(Self.itemCount)
                .enumerated()
            {
                for (place, caption) in Self.captions.enumerated() {
                    let photo = photos[index * Self.captions.count + place]
                    let key = item.addPhoto(
                        photo.thumbnail, captureDate: nil, at: now, in: context)
                    item.photos.last?.caption = caption
                    originals.append((key, photo.file))
                }
                for place in Self.documents.indices {
                    let (file, document) = documents[index * Self.documents.count + place]
                    originals.append((item.add(document, at: now, in: context).key, file))
                }
            }
            for (place, photo) in photos.suffix(Self.inboxCount).enumerated() {
                let added = try InboxPhoto.append(
                    photo.thumbnail, captureDate: nil, fileName: "Shelf \(place + 1).jpg", at: now,
                    in: context)
                if let key = added.key { originals.append((key, photo.file)) }
            }
            try household.save(context, adding: originals)
        }
    }

    private func photo(_ number: Int) async throws -> Prepared {
        let file = "\(household.directory.incoming)/sample-photo-\(number)"
        var random = SampleRandom(seed: UInt64(number))
        let picture = DrawnPicture(
            subject: random.pick(SampleThing.all).subject, seed: 500 + number, width: 480,
            height: 360, detail: 96)
        try picture.encoded(as: .jpeg).write(to: URL(fileURLWithPath: file))
        let thumbnail = try await household.imageProcessor.thumbnail(ofFileAt: file)
        return Prepared(file: file, thumbnail: thumbnail.png)
    }

    private func document(_ number: Int) async throws -> (file: String, NewDocument) {
        let name = Self.documents[number % Self.documents.count]
        let file = "\(household.directory.incoming)/sample-document-\(number)"
        let content = SampleDocument(text: "\(name) \(1_000 + number), a sample").pdf
        try content.write(to: URL(fileURLWithPath: file))
        let judged = try await household.imageProcessor.document(ofFileAt: file)
        return (
            file,
            NewDocument(
                name: "\(name).pdf", kind: DocumentKind(fileName: name),
                mediaType: judged.kind.mimeType, byteCount: content.count,
                checksum: try FileChecksum(ofFileAt: file), thumbnail: judged.thumbnail)
        )
    }
}
