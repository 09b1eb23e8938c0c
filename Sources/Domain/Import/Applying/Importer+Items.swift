import Foundation
import Imaging
import Persistence

extension Importer {
    /// Adds or updates an item, found by its key, or else by name and serial number.
    func importItem(_ index: Int) throws {
        if let reason = rows[index].row.leftOut {
            rows[index].label = rows[index].text(.itemName) ?? ""
            return rows[index].note(reason)
        }
        let key = rows[index].key(.itemKey)
        let value = value(row: index)
        let created = rows[index].date(.dateCreated)
        let sold = rows[index].date(.soldDate)
        let place = rows[index].place(.orderingValue)
        guard let name = required(index, .itemName), !rows[index].isRefused else {
            return findDetailFaults(row: index)
        }
        let serial = rows[index].text(.serialNumber)
        let found = try record(
            index, key: key?.uuidString, name: Self.name(name, serial ?? "")
        ) { Item(context: context) }
        guard let item = found else { return }
        // The originals of its photos are named by the key.
        if rows[index].isNew, let key { item.itemKey = key }
        let isTrashed = item.isTrashed
        if isTrashed {
            rows[index].note("comes back from the trash")
            item.trashedDate = nil
        }
        set(\.itemName, of: item, .itemName, to: name, row: index)
        if rows[index].row.text(.serialNumber) != nil {
            set(\.serialNumber, of: item, .serialNumber, to: serial, row: index)
        }
        set(\.valueInDollars, of: item, .valueInDollars, to: value, row: index) { "\($0)" }
        setType(of: item, row: index)
        setNotes(of: item, row: index)
        try setDetails(of: item, row: index)
        if rows[index].isNew {
            if let created { item.dateCreated = created.date }
            item.soldDate = sold?.date
            item.orderingValue =
                place ?? list.takePlace(forRow: containers == nil ? nil : index)
            try setPicture(of: item, row: index)
            try noteSameRow(index)
        } else {
            setDate(of: item, to: created, row: index)
            set(\.orderingValue, of: item, .orderingValue, to: place, row: index) { "\($0)" }
            if let sold, !sold.isSame(as: item.soldDate) {
                rows[index].note("soldDate is left as it is: it follows the sales")
            }
        }
        // It appears in the list again, whatever else the row changes.
        if isTrashed { rows[index].isNew = true }
    }

    /// Adds a note to a new item with the same row as an earlier one, which may be a duplicate.
    private func noteSameRow(_ index: Int) throws {
        let cells = rows[index].row.cells.hashValue
        if let other = list.newRows[cells] {
            rows[index].note("line \(try line(of: other)) says the same; both are added")
        } else {
            list.newRows[cells] = index
        }
    }

    /// The value; in a file without values, the price paid. An item with quantity zero has no
    /// value, unless the file has one.
    private func value(row index: Int) -> Int32? {
        if rows[index].text(.quantity) == ImportFigure.none,
            rows[index].text(.valueInDollars) == nil
        {
            return 0
        }
        if file.columns.contains(.valueInDollars) {
            return rows[index].wholeAmount(.valueInDollars, in: currency)
        }
        return rows[index].wholeAmount(.purchasePrice, in: currency)
    }

    private func setType(of item: Item, row index: Int) {
        let type = group(index, .assetType) { [context] (label: String) -> AssetType in
            let type = AssetType(context: context)
            type.label = label
            return type
        }
        guard rows[index].row.text(.assetType) != nil, item.assetType !== type else { return }
        rows[index].note(
            .assetType, from: item.assetType?.label ?? "", to: type?.label ?? "")
        item.assetType = type
    }

    private func setNotes(of item: Item, row index: Int) {
        guard rows[index].row.text(.notes) != nil else { return }
        let notes = rows[index].text(.notes)
        guard ImportRow.lines(item.notes ?? "") != notes ?? "" else { return }
        rows[index].note(
            .notes, from: String((item.notes ?? "").prefix(Self.shownNotes)),
            to: String((notes ?? "").prefix(Self.shownNotes)))
        item.notes = notes
    }

    /// The number of characters of notes shown in a change.
    private static let shownNotes = 200

    private func setDate(of item: Item, to date: ImportDate?, row index: Int) {
        guard let date, !date.isSame(as: item.dateCreated) else { return }
        rows[index].note(
            .dateCreated, from: ImportDate.text(item.dateCreated), to: ImportDate.text(date.date))
        item.dateCreated = date.date
    }

    /// Sets the photo of an item. It comes from a store, with a thumbnail as a PNG file. An
    /// unusable photo is left out with a note.
    private func setPicture(of item: Item, row index: Int) throws {
        guard let text = rows[index].text(.thumbnail) else { return }
        guard let data = Data(base64Encoded: text),
            try FileKind.of(data).pictureFormat == .png
        else {
            rows[index].note("its picture cannot be opened, and is left out")
            return
        }
        item.thumbnail = data
        let whole = rows[index].text(.picture).flatMap { Data(base64Encoded: $0) }
        list.pictures.append(ImportedPicture(key: item.key, source: .bytes(whole ?? data)))
        rows[index].note("with its picture")
    }
}
