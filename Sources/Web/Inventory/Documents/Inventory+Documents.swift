import Domain
import Foundation
import Persistence

extension Inventory {
    /// Adds documents to an item: all of them, or none.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    func add(_ upload: DocumentUpload, to key: UUID) async throws -> [DocumentValues] {
        try await change { context in
            let item = try item(key, in: context)
            guard item.listedDocuments.count + upload.documents.count <= Item.mostDocuments else {
                throw DocumentUpload.refusal(
                    "an item has at most \(Item.mostDocuments) documents")
            }
            var added: [Document] = []
            var originals: [(key: UUID, file: String)] = []
            for (file, new) in upload.documents {
                let (document, key) = item.add(new, at: household.now(), in: context)
                added.append(document)
                originals.append((key, file.path))
            }
            let checksums = upload.documents.map { ($0.file.path, $0.document.checksum) }
            try household.save(
                context, adding: originals,
                checksums: Dictionary(uniqueKeysWithValues: checksums))
            return added.map(DocumentValues.init)
        }
    }

    /// Puts a document into the trash, or brings it back from there.
    ///
    /// - Throws: a 404, and a 409 where the item has no room for it.
    func setTrashed(_ isTrashed: Bool, document number: Int64) async throws -> DocumentValues {
        try await change { context in
            guard let document = try context.existingObject(Document.self, recordNumber: number),
                document.item?.isTrashed == false, (document.trashedDate == nil) == isTrashed
            else { throw SiteError.notFound("There is no such document") }
            let count = document.item?.listedDocuments.count ?? 0
            guard isTrashed || count < Item.mostDocuments else {
                throw SiteError.noRoom("An item has at most \(Item.mostDocuments) documents")
            }
            document.trashedDate = isTrashed ? household.now() : nil
            try household.save(context)
            return DocumentValues(document)
        }
    }

    /// Deletes a document for good that is in the trash.
    ///
    /// - Throws: a 404.
    func erase(document number: Int64) async throws -> DocumentValues {
        try await change { context in
            guard let document = try context.existingObject(Document.self, recordNumber: number),
                document.item?.isTrashed == false, document.trashedDate != nil
            else { throw SiteError.notFound("There is no such document in the trash") }
            let values = DocumentValues(document)
            context.delete(document)
            try household.save(context)
            return values
        }
    }

    /// Moves a document among those of its item.
    ///
    /// - Throws: a 404.
    func move(document number: Int64, to position: ItemPosition) async throws -> DocumentValues {
        let documents = Documents(self)
        return try await change { context in
            let document = try documents.existing(number, in: context)
            if let item = document.item {
                let listed = item.listedDocuments
                let index = listed.firstIndex { $0 === document } ?? 0
                item.moveDocument(document, to: position.index(from: index, of: listed.count))
            }
            try household.save(context)
            return DocumentValues(document)
        }
    }
}

extension ItemPosition {
    /// The index that is meant, for something at an index among so many.
    func index(from index: Int, of count: Int) -> Int {
        switch self {
        case .index(let target): min(target, count - 1)
        case .step(.up): max(0, index - 1)
        case .step(.down): min(count - 1, index + 1)
        case .step(.first): 0
        case .step(.last): count - 1
        }
    }
}
