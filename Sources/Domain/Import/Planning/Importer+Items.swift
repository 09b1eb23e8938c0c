import Foundation
import Imaging
import Persistence

extension Importer {
    /// Adds or updates an item, found by its key, or else by name and serial number.
    func importItem() throws {
        if let reason = row.row.leftOut {
            row.label = row.text(.itemName) ?? ""
            return row.note(reason)
        }
        let key = row.key(.itemKey)
        let value = row.itemValue(in: currency)
        let created = row.date(.dateCreated)
        let sold = row.date(.soldDate)
        let seen = row.date(.lastSeen)
        if let seen, seen.day.isYetToCome {
            row.fail(.lastSeen, "\(seen.day) is in the future")
        }
        let place = row.place(.orderingValue)
        guard let name = required(.itemName), !row.isRefused else { return findDetailFaults() }
        let serial = row.text(.serialNumber)
        let found = try record(key: key?.uuidString, name: Self.name(name, serial ?? "")) {
            Item(context: context)
        }
        guard let item = found else { return }
        if row.isNew, let key { item.itemKey = key }
        let isTrashed = item.isTrashed
        if isTrashed {
            row.note("comes back from the trash")
            item.trashedDate = nil
        }
        set(\.itemName, of: item, .itemName, as: .line)
        set(\.serialNumber, of: item, .serialNumber, as: .line)
        set(\.valueInDollars, of: item, .valueInDollars, to: value)
        try setType(of: item)
        setNotes(of: item)
        try setDetails(of: item)
        if row.isNew {
            if let created { item.dateCreated = created.date }
            item.soldDate = sold?.date
            if let seen { (item.lastSeen, item.lastSeenBy) = (seen.date, row.text(.lastSeenBy)) }
            item.orderingValue =
                place ?? list.takePlace(forRow: containers.isEmpty ? nil : index)
            try setPicture(of: item)
        } else {
            set(\.dateCreated, of: item, .dateCreated, to: created)
            set(\.orderingValue, of: item, .orderingValue, to: place)
            if let sold, !sold.isSame(as: item.soldDate) {
                row.note("soldDate does not change: it follows from the sales")
            }
            if let seen, !seen.isSame(as: item.lastSeen) {
                row.note("lastSeen is left as it is: it follows the stocktakes")
            }
        }
        try noteSameRow()
        // It appears in the list again, whatever else the row changes.
        if isTrashed { row.isNew = true }
    }

    private func setType(of item: Item) throws {
        let type = try group(.assetType, of: "AssetType", by: "label") as? AssetType
        if row.has(.assetType) {
            relate(\.assetType, of: item, .assetType, to: type, text: \.label)
        }
    }

    private func setNotes(of item: Item) {
        var format = CellFormat<String>.lines
        format.text = { String($0.prefix(Self.shownNotes)) }
        set(\.notes, of: item, .notes, as: format)
    }

    /// The number of characters of notes shown in a change.
    private static let shownNotes = 200

    /// Sets the photo of an item. It comes from a store, with a thumbnail as a PNG file. An
    /// unusable photo is left out with a note.
    private func setPicture(of item: Item) throws {
        guard let text = row.text(.thumbnail) else { return }
        guard let data = Data(base64Encoded: text), try FileKind.of(data).pictureFormat == .png
        else { return row.note("its picture cannot be opened, and is left out") }
        let added = item.addPhoto(data, captureDate: nil, at: Date(), in: context)
        own(added.photo)
        let whole = row.text(.picture).flatMap { Data(base64Encoded: $0) }
        list.pictures.append(ImportedPicture(key: added.key, source: .bytes(whole ?? data)))
        row.note("with its picture")
    }
}
