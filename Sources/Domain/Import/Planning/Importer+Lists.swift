import Foundation
import Persistence

extension Importer {
    /// Adds and updates items.
    func importItems() throws {
        var numbers: Set<Int64> = []
        let hasSerials = file.columns.contains(.serialNumber)
        try list.read(
            "Item",
            ["itemKey", "itemName", "serialNumber", "orderingValue", "trashedDate", "itemNumber"],
            order: "orderingValue", in: context
        ) { row in
            let serial = hasSerials ? row.text("serialNumber") : ""
            if case .integer(let number) = row["itemNumber"] { numbers.insert(number) }
            let isTrashed = row["trashedDate"].map { $0 != .null } ?? false
            let name = Self.name(row.text("itemName"), serial)
            return (row.text("itemKey"), isTrashed ? [] : [name])
        }
        list.itemNumbers = numbers
        try readLocations()
        try forEachPart {
            try forEachRow(importItem)
            try setContainers()
        }
    }

    /// Adds and updates types.
    func importAssetTypes() throws {
        try list.read("AssetType", ["label"], in: context) { (nil, [Self.name($0.text("label"))]) }
        try forEachRowInParts(importAssetType)
    }

    /// Adds and updates groceries.
    func importGroceries() throws {
        try list.read(
            "GroceryItem", ["key", "name", "unit", "orderingValue"], order: "orderingValue",
            in: context
        ) { row in (row.text("key"), [Self.name(row.text("name"), row.text("unit"))]) }
        try forEachRowInParts(importGrocery)
    }

    /// The folded name of a record, for comparing.
    static func name(_ parts: String...) -> String {
        parts.map { ImportRow.oneLine($0).foldedForMatching }.joined(separator: "\u{1F}")
    }

    /// The record of a row, or a new one; nil if an earlier row has the same record.
    func record<Object: ManagedObject>(
        key: String?, name: String, make: () -> Object
    ) throws -> Object? {
        guard let id = list.matcher.take(key: key, name: name) else {
            let object = make()
            row.isNew = true
            own(object)
            if let key {
                list.matcher.add(object.objectID, key: key, names: [])
                keepOwner(of: object)
            }
            return object
        }
        if let other = owner(of: id) {
            try refuse(sameAs: other, "record")
            return nil
        }
        let object = try context.existingObject(with: id)
        own(object)
        return object as? Object
    }

    /// Adds a note to an added record with the same row as an earlier one, which may be a duplicate.
    /// The rows behind many others are not compared, for which memory would grow with the file.
    func noteSameRow() throws {
        guard row.isNew, !row.isRefused else { return }
        let cells = row.row.cells.hashValue
        if let other = list.newRows[cells] {
            row.note("line \(try line(of: other)) says the same; both are added")
        } else if list.newRows.count < Self.mostComparedRows {
            list.newRows[cells] = index
        }
    }

    private static let mostComparedRows = 100_000

    /// The type or category with a name, created if there is none; nil for no name.
    ///
    /// - Parameters:
    ///   - entity: the entity of types or categories.
    ///   - label: their attribute with the name.
    func group(
        _ column: ImportColumn, of entity: String, by label: String
    ) throws -> ManagedObject? {
        guard let name = row.text(column) else { return nil }
        let key = name.foldedForMatching
        if list.groups[entity] == nil {
            var request = FetchRequest<ManagedObject>(entityName: entity)
            request.sortDescriptors = [FetchSortDescriptor(label, comparison: .localizedStandard)]
            list.groups[entity] = Dictionary(
                try context.fetch(request).map {
                    let name = try $0.attributeValue(forKey: label).stringValue
                    return ((name ?? "").foldedForMatching, $0)
                }, uniquingKeysWith: { $1 })
        }
        if let group = list.groups[entity]?[key] { return group }
        let group = try context.insertObject(ofEntityNamed: entity)
        try group.setValue(name, forKey: label)
        add(group, as: "\(entity) \(key)", "“\(name)”")
        list.groups[entity]?[key] = group
        return group
    }

    /// Adds a record that rows of later parts may name too.
    func add(_ object: ManagedObject, as key: String, _ label: String) {
        own(object, by: list.added[key])
        if list.added.updateValue(list.added[key] ?? index, forKey: key) == nil {
            row.note("adds \(label)")
        }
    }

    // MARK: - Lists of names

    private func importAssetType() throws {
        guard let label = required(.label), !row.isRefused else { return }
        let name = Self.name(label)
        if let other = list.nameRows.updateValue(index, forKey: name) {
            return try refuse(sameAs: other, "type")
        }
        let found = try record(key: nil, name: name) { AssetType(context: context) }
        guard let type = found else { return }
        set(\.label, of: type, .label, as: .line)
        try setTemplate(of: type)
    }

    /// Sets the item whose values new ones of a type begin with.
    private func setTemplate(of type: AssetType) throws {
        guard let text = row.text(.template) else { return }
        let found = try Item.named(text, in: context).filter { $0.assetType === type }
        guard let item = found.first, found.count == 1 else {
            return row.note(
                "the template is left out: no one item of this type is “\(text.prefix(40))”")
        }
        relate(\.template, of: type, .template, to: item, text: \.itemName)
    }

    private func importGrocery() throws {
        let key = row.key(.key)
        let quantity = row.quantity(.quantity)
        let isTicked = row.flag(.isTicked)
        let place = row.place(.orderingValue)
        guard let name = required(.name), !row.isRefused else { return }
        let unit = row.text(.unit)
        let found = try record(key: key?.uuidString, name: Self.name(name, unit ?? "")) {
            GroceryItem(context: context)
        }
        guard let item = found else { return }
        set(\.name, of: item, .name, as: .line)
        set(
            \.quantity, of: item, .quantity, to: quantity, as: .quantity, keepsIfEmpty: true)
        set(\.unit, of: item, .unit, as: .line)
        set(\.isTicked, of: item, .isTicked, to: isTicked) { $0 ? "yes" : "no" }
        if row.isNew {
            if let key { item.key = key }
            item.orderingValue = place ?? list.takePlace()
        } else {
            set(\.orderingValue, of: item, .orderingValue, to: place)
        }
        try noteSameRow()
    }

    /// The text of a required cell; it becomes the label of the row.
    func required(_ column: ImportColumn) -> String? {
        let text = row.text(column)
        row.label = text ?? ""
        row.require(column)
        return text
    }
}
