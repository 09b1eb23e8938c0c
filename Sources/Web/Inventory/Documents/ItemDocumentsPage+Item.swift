import Domain
import Persistence

extension ItemDocumentsPage {
    /// The documents of an item.
    ///
    /// - Throws: errors of a field that is none of the model’s.
    init(_ item: Item, _ inventory: Inventory, notices: [Notice]) throws {
        let (links, values) = try (inventory.links, ItemValues(item))
        let documents = item.listedDocuments.map(DocumentValues.init)
        trash = item.documents.filter { $0.trashedDate != nil }.map { document in
            let number = document.objectID.recordNumber ?? 0
            return TrashedTile(
                name: document.name ?? "", deleted: document.trashedDate,
                restorePath: links(.restoreDocument(number)),
                erasePath: links(.eraseDocument(number)))
        }
        layout = inventory.site.layout(
            title: "Documents of \(values.name)", section: .inventory, topic: .documents,
            crumbs: [inventory.itemsCrumb, inventory.crumb(values)], notices: notices)
        name = values.name
        isEmpty = documents.isEmpty
        self.documents = DocumentTile.tiles(documents, inventory.site)
        form = DocumentForm(values, inventory)
        jsonPath = links(SitePath.itemDocuments(values.key).json)
    }
}
