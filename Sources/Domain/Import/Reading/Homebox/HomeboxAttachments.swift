import Foundation

/// The attachments of the items in a Homebox collection.
struct HomeboxAttachments {
    /// The attachments of an item.
    struct Own {
        /// Its files, photos first.
        var entries: [EvidenceEntry] = []
        /// The missing attachments: links, and files that the export lacks.
        var missing: [String] = []
    }

    private let folder: String
    private let attachments: [String: [[String: JSONCell]]]

    init(_ rows: [[String: JSONCell]], in folder: String) {
        self.folder = folder
        attachments = Dictionary(grouping: rows.filter { $0.text("type") != "thumbnail" }) {
            $0.text("entity_attachments")
        }
    }

    /// Gives the files of an item descriptive names.
    ///
    /// - Parameter number: the number that distinguishes the item.
    /// - Throws: errors of the file system.
    mutating func take(of id: String, number: Int) throws -> Own {
        var own = Own()
        let rows = (attachments[id] ?? []).sorted { first, second in
            let places = [first, second].map {
                ($0.isTrue("primary") ? "0" : "1") + $0.text("created_at")
            }
            return places[0] < places[1]
        }
        let photos = rows.filter { $0.text("type") == "photo" }
        let others = rows.filter { $0.text("type") != "photo" }
        for (index, row) in (photos + others).enumerated() {
            let title = ImportRow.oneLine(row.text("title"))
            guard let source = file(row.text("id")) else {
                let path = row.text("path")
                own.missing.append(path.contains("://") ? "\(title) \(path)" : title)
                continue
            }
            let place = "files/\(number + 1)"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
            let entry = Self.entry(row.text("type"), title, in: place, number: index + 1)
            guard rename(source, "\(folder)/\(entry.path)") == 0 else {
                throw FileError(path: source, code: errno)
            }
            own.entries.append(entry)
        }
        return own
    }

    private static func entry(
        _ type: String, _ title: String, in place: String, number: Int
    ) -> EvidenceEntry {
        // The title of a photo in Homebox is the name of its file.
        if type == "photo" {
            return EvidenceEntry(.photo, in: place, number: number, title: "", fileExtension: "")
        }
        let kind = type == DocumentKind.other.rawValue ? nil : DocumentKind(rawValue: type)
        return EvidenceEntry(
            .document(kind ?? DocumentKind(fileName: title)), in: place, number: number,
            title: title, fileExtension: "")
    }

    /// The file of an attachment, named by its ID; nil if the export lacks it.
    private func file(_ id: String) -> String? {
        guard UUID(uuidString: id) != nil else { return nil }
        let path = "\(folder)/attachments/\(id)"
        return access(path, F_OK) == 0 ? path : nil
    }
}
