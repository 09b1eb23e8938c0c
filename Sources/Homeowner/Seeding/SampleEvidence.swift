import Domain
import Drawing
import Foundation
import Imaging
import Persistence

/// More photos and documents of the first sample items, and photos in the inbox.
struct SampleEvidence {
    let household: Household

    private static let captions = ["From the left", "The label on its back"]
    private static let documents = ["Receipt", "Manual", "Warranty"]
    /// The number of items that get photos and documents.
    private static let itemCount = 6
    private static let inboxCount = 2

    /// Adds the photos and documents.
    ///
    /// - Throws: errors of the store, of the file system, and of drawing.
    func add() async throws {
        let count = Self.itemCount * Self.captions.count + Self.inboxCount
        let photos = try await SamplePhoto.draw((0..<count).map(picture), for: household)
        let documents = try await Self.documents.concurrently { try await document($0) }
        try await household.write { context in
            let now = household.now()
            var originals: [NewOriginal] = []
            for (index, item) in try SampleHouse.items(in: context).prefix(Self.itemCount)
                .enumerated()
            {
                for (place, caption) in Self.captions.enumerated() {
                    let photo = photos[index * Self.captions.count + place]
                    let added = item.addPhoto(
                        photo.thumbnail, captureDate: nil, at: now, in: context)
                    added.photo.caption = caption
                    originals.append((added.key, photo.file, nil))
                }
                for (content, document) in documents {
                    let key = item.add(document, at: now, in: context).key
                    originals.append((key, try written(content), nil))
                }
            }
            for (place, photo) in photos.suffix(Self.inboxCount).enumerated() {
                let added = try InboxPhoto.append(
                    photo.thumbnail, captureDate: nil, fileName: "Shelf \(place + 1).jpg", at: now,
                    in: context)
                originals.append((added.key, photo.file, nil))
            }
            try household.save(context, adding: originals)
        }
    }

    private func picture(_ number: Int) -> DrawnPicture {
        var random = SeededGenerator(seed: number)
        return DrawnPicture(
            subject: random.pick(SampleThing.all).subject, seed: 500 + number, width: 480,
            height: 360)
    }

    private func document(_ name: String) async throws -> (content: Data, NewDocument) {
        let content = SampleDocument(text: "\(name), a sample").pdf
        let file = try written(content)
        defer { unlink(file) }
        let judged = try await household.imageProcessor.document(ofFileAt: file)
        return (
            content,
            NewDocument(
                name: "\(name).pdf", kind: DocumentKind(fileName: name),
                mediaType: judged.kind.mimeType, byteCount: content.count,
                checksum: try FileChecksum(ofFileAt: file), thumbnail: judged.thumbnail)
        )
    }

    /// A new file in the data directory.
    private func written(_ content: Data) throws -> String {
        let file = "\(household.directory.incoming)/sample-\(UUID().uuidString)"
        try content.write(to: URL(fileURLWithPath: file))
        return file
    }
}
