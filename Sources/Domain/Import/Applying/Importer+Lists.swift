import Foundation
import Persistence

extension Importer {
    /// Adds and updates the records of a list: items, types, groceries, books, places.
    func importList() throws {
        try readList()
        switch file.kind {
        case .items:
            try forEachPart {
                try forEachRow(importItem)
                try setContainers()
            }
        case .assetTypes: try forEachRowInParts(importAssetType)
        case .groceries: try forEachRowInParts(importGrocery)
        case .places: try forEachRowInParts(importPlace)
        default: try forEachRowInParts(importBook)
        }
    }

    private func readList() throws {
        switch file.kind {
        case .items:
            var numbers: Set<Int64> = []
            let hasSerials = file.columns.contains(.serialNumber)
            try list.read(
                "Item",
                [
                    "itemKey", "itemName", "serialNumber", "orderingValue", "trashedDate",
                    "itemNumber",
                ],
                order: "orderingValue", in: context
            ) { row in
                let serial = hasSerials ? row.text("serialNumber") : ""
                if case .integer(let number) = row["itemNumber"] { numbers.insert(number) }
                let isTrashed = row["trashedDate"].map { $0 != .null } ?? false
                let name = Self.name(row.text("itemName"), serial)
                return (row.text("itemKey"), isTrashed ? [] : [name])
            }
            list.itemNumbers = numbers
            try readGroups()
            try readLocations()
        case .assetTypes:
            try list.read("AssetType", ["label"], in: context) {
                (nil, [Self.name($0.text("label"))])
            }
        case .places: try readPlaceNames()
        case .groceries:
            try list.read(
                "GroceryItem", ["key", "name", "unit", "orderingValue"], order: "orderingValue",
                in: context
            ) { row in
                (row.text("key"), [Self.name(row.text("name"), row.text("unit"))])
            }
        default:
            try list.read("Book", ["title"], in: context) { (nil, [Self.name($0.text("title"))]) }
            try readGroups()
        }
    }

    /// Reads the existing types and categories.
    func readGroups() throws {
        switch file.kind {
        case .items:
            for type in try AssetType.all(in: context) {
                list.groups[(type.label ?? "").foldedForMatching] = type
            }
        case .books:
            for category in try BookCategory.all(in: context) {
                list.groups[(category.name ?? "").foldedForMatching] = category
            }
        default: break
        }
    }

    /// The folded name of a record, for comparing.
    static func name(_ parts: String...) -> String {
        parts.map { ImportRow.oneLine($0).foldedForMatching }.joined(separator: "\u{1F}")
    }

    /// The record of a row, or a new one; nil if an earlier row has the same record.
    func record<Object: ManagedObject>(
        _ index: Int, key: String?, name: String, make: () -> Object
    ) throws -> Object? {
        guard let id = list.matcher.take(key: key, name: name) else {
            let object = make()
            rows[index].isNew = true
            own(object, by: index)
            if let key {
                list.matcher.add(object.objectID, key: key, names: [])
                keepOwner(of: object, index)
            }
            return object
        }
        if let other = row(of: id) {
            let line = try line(of: other)
            rows[index].fail(nil, "line \(line) is about the same record")
            return nil
        }
        let object = try context.existingObject(with: id)
        own(object, by: index)
        return object as? Object
    }

    /// The type or category with a name, created if there is none; nil for no name.
    func group<Object: ManagedObject>(
        _ index: Int, _ column: ImportColumn, make: @escaping (String) -> Object
    ) -> Object? {
        guard let name = rows[index].text(column) else { return nil }
        if let group = list.groups[name.foldedForMatching] as? Object { return group }
        let group = make(name)
        own(group, by: index)
        list.groups[name.foldedForMatching] = group
        list.newGroups[name.foldedForMatching] = (index, { make(name) })
        rows[index].note("adds “\(name)”")
        return group
    }

    /// Sets a value of a record if the cell has a different one.
    func set<Object: ManagedObject, Value: Equatable>(
        _ keyPath: ReferenceWritableKeyPath<Object, Value>, of object: Object,
        _ column: ImportColumn, to value: Value?, row index: Int, text: (Value) -> String
    ) {
        guard let value else { return }
        let current = object[keyPath: keyPath]
        guard current != value else { return }
        noteChange(index, column, from: text(current), to: text(value))
        object[keyPath: keyPath] = value
    }

    // MARK: - Lists of names

    private func importAssetType(_ index: Int) throws {
        guard let label = required(index, .label), !rows[index].isRefused else { return }
        let name = Self.name(label)
        if let other = list.nameRows.updateValue(index, forKey: name) {
            let line = try line(of: other)
            return rows[index].fail(nil, "line \(line) is about the same type")
        }
        let id = list.matcher.take(key: nil, name: name)
        let present = try id.map { try context.existingObject(with: $0) } as? AssetType
        let type = present ?? AssetType(context: context)
        own(type, by: index)
        rows[index].isNew = present == nil
        set(\.label, of: type, .label, to: label, row: index)
    }

    private func importBook(_ index: Int) throws {
        let price = rows[index].money(.price, in: currency)
        guard let title = required(index, .title), !rows[index].isRefused else { return }
        let found = try record(index, key: nil, name: Self.name(title)) { Book(context: context) }
        guard let book = found else { return }
        set(\.title, of: book, .title, to: title, row: index)
        for (column, keyPath) in [(ImportColumn.author, \Book.author), (.isbn, \.isbn)]
        where rows[index].row.text(column) != nil {
            let text = rows[index].text(column)
            set(
                keyPath, of: book, column, to: column == .isbn ? text.map(ISBN.read) : text,
                row: index)
        }
        set(\.price, of: book, .price, to: price.map(Optional.some), row: index) {
            Money.plainText($0 ?? 0)
        }
        let category = group(index, .category) { [context] (name: String) -> BookCategory in
            let category = BookCategory(context: context)
            category.name = name
            return category
        }
        if let category, book.category !== category {
            rows[index].note(
                .category, from: book.category?.name ?? "", to: category.name ?? "")
            book.category = category
        }
        if rows[index].isNew {
            if price == nil, !file.columns.contains(.price) {
                book.price = 0
                rows[index].note("its price is 0: the file has no prices")
            } else if price == nil {
                rows[index].fail(.price, "a value is missing for a new book")
            }
            if category == nil { rows[index].fail(.category, "a value is missing for a new book") }
        }
    }

    private func importGrocery(_ index: Int) throws {
        let key = rows[index].key(.key)
        let quantity = rows[index].quantity(.quantity)
        let isTicked = rows[index].flag(.isTicked)
        let place = rows[index].place(.orderingValue)
        guard let name = required(index, .name), !rows[index].isRefused else { return }
        let unit = rows[index].text(.unit)
        let found = try record(
            index, key: key?.uuidString, name: Self.name(name, unit ?? "")
        ) { GroceryItem(context: context) }
        guard let item = found else { return }
        set(\.name, of: item, .name, to: name, row: index)
        set(\.quantity, of: item, .quantity, to: quantity.map(Optional.some), row: index) {
            Quantity.text($0 ?? 0)
        }
        if rows[index].row.text(.unit) != nil {
            set(\.unit, of: item, .unit, to: unit, row: index)
        }
        set(\.isTicked, of: item, .isTicked, to: isTicked, row: index) { $0 ? "yes" : "no" }
        if rows[index].isNew {
            if let key { item.key = key }
            item.orderingValue = place ?? list.takePlace()
        } else {
            set(\.orderingValue, of: item, .orderingValue, to: place, row: index) { "\($0)" }
        }
    }

    /// The text of a required cell; it becomes the label of the row.
    func required(_ index: Int, _ column: ImportColumn) -> String? {
        let text = rows[index].text(column)
        rows[index].label = text ?? ""
        rows[index].require(column)
        return text
    }
}
