import Foundation
import Persistence

extension Importer {
    /// Adds the photos and documents of a row to its item. Documents with the same content are
    /// skipped; photos are added only to items without photos.
    func addFiles(to item: Item) throws {
        guard let cell = row.text(.files) else { return }
        guard let folder = file.keptFilesPath else {
            return row.note("its files are left out: import them in one zip file with the table")
        }
        let hadPhotos = !item.isInserted && !item.listedPhotos.isEmpty
        var checksums = Set(item.isInserted ? [] : item.documents.compactMap(\.sha256))
        var counts = (photos: 0, documents: 0)
        var leftOut = counts
        for entry in try ImportedFile.list(cell) {
            guard let copy = entry.copy else {
                row.note("“\(entry.name)” is left out: \(entry.reason ?? "")")
                continue
            }
            let path = "\(folder)/\(copy)"
            guard access(path, F_OK) == 0 else {
                row.fail(.files, "its files are no longer kept; choose the file again")
                return
            }
            if entry.isPhoto {
                guard !hadPhotos else { continue }
                guard counts.photos < Item.mostPhotos else {
                    leftOut.photos += 1
                    continue
                }
                try addPhoto(entry, at: path, to: item)
                counts.photos += 1
            } else if checksums.insert(entry.sha256).inserted {
                guard item.listedDocuments.count < Item.mostDocuments else {
                    leftOut.documents += 1
                    continue
                }
                try addDocument(entry, at: path, to: item)
                counts.documents += 1
            }
        }
        for (count, noun, most) in [
            (leftOut.photos, "photo", Item.mostPhotos),
            (leftOut.documents, "document", Item.mostDocuments),
        ] {
            guard let text = Self.count(count, noun) else { continue }
            row.note("\(text) left out: an item has at most \(most) \(noun)s")
        }
        let texts = [Self.count(counts.photos, "photo"), Self.count(counts.documents, "document")]
            .compactMap(\.self)
        guard !texts.isEmpty else { return }
        row.note(.files, from: "", to: texts.joined(separator: " and "))
        if row.isNew { row.note("with \(texts.joined(separator: " and "))") }
    }

    private static func count(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    private func addPhoto(_ entry: ImportedFile, at path: String, to item: Item) throws {
        guard let thumbnail = try thumbnail(of: entry, at: path) else {
            return row.note("“\(entry.name)” cannot be opened, and is left out")
        }
        let (photo, key) = item.addPhoto(
            thumbnail, captureDate: entry.captureDate, at: Date(), in: context)
        if !entry.name.isEmpty { photo.caption = String(entry.name.prefix(200)) }
        own(photo)
        list.pictures.append(ImportedPicture(key: key, source: .file(path)))
    }

    private func addDocument(_ entry: ImportedFile, at path: String, to item: Item) throws {
        guard let checksum = FileChecksum(entry.sha256) else { return }
        let (document, key) = item.add(
            NewDocument(
                name: String(entry.name.prefix(200)),
                kind: entry.kind.flatMap(DocumentKind.init(rawValue:)) ?? .other,
                mediaType: entry.mediaType, byteCount: entry.byteCount, checksum: checksum,
                thumbnail: try thumbnail(of: entry, at: path)), at: Date(), in: context)
        own(document)
        list.pictures.append(ImportedPicture(key: key, source: .file(path)))
    }

    private func thumbnail(of entry: ImportedFile, at path: String) throws -> Data? {
        guard entry.hasThumbnail else { return nil }
        return try Data(contentsOf: URL(fileURLWithPath: path + ImportedFile.thumbnailSuffix))
    }
}
