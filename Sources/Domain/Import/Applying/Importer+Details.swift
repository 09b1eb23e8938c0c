import Foundation
import Persistence

extension Importer {
    /// Sets the location and the purchase of an item. Its container may come in a later row, so it
    /// is set at the end; the location is then that of the container.
    func setDetails(of item: Item, row index: Int) throws {
        try setTexts(Item.plainTexts, of: item, row: index)
        setAmount(\.purchasePrice, of: item, .purchasePrice, row: index)
        setAmount(\.replacementValue, of: item, .replacementValue, row: index)
        let quantity = quantity(row: index)
        set(\.quantity, of: item, .quantity, to: quantity.map(Int32.init), row: index) { "\($0)" }
        if let date = rows[index].date(.purchaseDate), date.day != Self.noDay {
            let former = item.purchaseDate.map { CalendarDay($0).description } ?? ""
            if former != date.day.description {
                rows[index].note(.purchaseDate, from: former, to: date.day.description)
                item.purchaseDate = date.day.date
            }
        }
        setWarranty(of: item, row: index)
        setNumber(of: item, row: index)
        if let text = rows[index].text(.container) {
            list.containers.append((index, item, text))
        } else {
            try setLocation(of: item, row: index)
        }
        try setTags(of: item, row: index)
        try setFields(of: item, row: index)
        try setLoan(of: item, row: index)
        try setCare(of: item, row: index)
        setFormerLoans(of: item, row: index)
        setFormerValues(of: item, row: index)
        try addFiles(to: item, row: index)
    }

    /// Finds the faults of these cells in a row that has other faults, so that all are reported.
    func findDetailFaults(row index: Int) {
        _ = rows[index].money(.purchasePrice, in: currency)
        _ = rows[index].money(.replacementValue, in: currency)
        _ = quantity(row: index)
        let start = rows[index].date(.purchaseDate)?.day
        _ = warranty(row: index, from: start ?? .today())
    }

    /// The quantity; nil if the cell is empty or invalid.
    private func quantity(row index: Int) -> Int64? {
        let isNone = rows[index].text(.quantity) == ImportFigure.none
        let range = Int64(Item.quantities.lowerBound)...Int64(Item.quantities.upperBound)
        return isNone ? 1 : rows[index].whole(.quantity, in: range)
    }

    /// The date that some programs write for no day.
    private static let noDay = CalendarDay(year: 1, month: 1, day: 1)

    private func setAmount(
        _ keyPath: ReferenceWritableKeyPath<Item, Decimal?>, of item: Item, _ column: ImportColumn,
        row index: Int
    ) {
        guard let amount = rows[index].money(column, in: currency) else { return }
        set(keyPath, of: item, column, to: .some(amount), row: index) {
            $0.map(Money.plainText) ?? ""
        }
    }

    private func setWarranty(of item: Item, row index: Int) {
        let start = item.purchaseDate.map(CalendarDay.init) ?? .today()
        guard let warranty = warranty(row: index, from: start),
            warranty != Self.noDay.map(Warranty.until), item.warranty != warranty
        else { return }
        rows[index].note(.warrantyUntil, from: item.warranty?.text ?? "", to: warranty.text)
        item.warranty = warranty
    }

    /// The duration of the warranty; nil if the cell is empty or invalid.
    private func warranty(row index: Int, from start: CalendarDay) -> Warranty? {
        guard let text = rows[index].text(.warrantyUntil) else { return nil }
        do throws(WarrantyFault) {
            return try Warranty(parsing: text, from: start)
        } catch {
            if let date = ImportDate(text) { return .until(date.day) }
            rows[index].fail(.warrantyUntil, error.description)
            return nil
        }
    }

    /// Sets the number of an item. If another item has it, the file is from another household, and
    /// the item gets the next free number.
    private func setNumber(of item: Item, row index: Int) {
        guard let text = rows[index].text(.itemNumber) else { return }
        guard let number = ItemNumber.imported(text) else {
            return rows[index].note(
                "the number \(text.prefix(40)) is left out; it gets the next number")
        }
        guard item.itemNumber != number else { return }
        guard list.itemNumbers.insert(number).inserted else {
            if rows[index].isNew {
                rows[index].note("\(ItemNumber.text(number)) is taken; it gets the next number")
            }
            return
        }
        if !rows[index].isNew {
            rows[index].note(
                .itemNumber, from: ItemNumber.text(item.itemNumber), to: ItemNumber.text(number))
        }
        item.itemNumber = number
    }

    /// Homebox separates tags by semicolons.
    private func setTags(of item: Item, row index: Int) throws {
        guard rows[index].row.text(.tags) != nil else { return }
        let tags = try Tag.named(Tag.names(in: rows[index].text(.tags) ?? ""), in: context)
        guard item.tags != tags else { return }
        func names(_ labels: [TagLabel]) -> String {
            labels.map(\.name).joined(separator: ", ")
        }
        let former = names(item.tagLabels)
        for tag in tags where tag.isInserted { own(tag, by: index) }
        item.setTags(tags)
        rows[index].note(.tags, from: former, to: names(item.tagLabels))
    }

    // MARK: - Locations

    func setLocation(of item: Item, row index: Int) throws {
        guard let names = locationNames(row: index) else { return }
        guard names.count <= Self.deepestLocation else {
            return rows[index].fail(
                .location, "a location is in at most \(Self.deepestLocation - 1) others")
        }
        let location = try names.isEmpty ? nil : location(names, row: index)
        guard item.location !== location else { return }
        rows[index].note(
            .location, from: item.location?.name ?? "",
            to: names.joined(separator: LocationTree.separator))
        item.location = location
    }

    /// The maximum number of names in the path of a location.
    private static let deepestLocation = 32

    /// The path to the location in a row; nil if the row has none.
    func locationNames(row index: Int) -> [String]? {
        rows[index].row.text(.location)?.split(separator: LocationTree.separator)
            .flatMap { $0.split(separator: " / ") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The location with a path, created with its parents if necessary. A single name may be that
    /// of a nested location.
    private func location(_ names: [String], row index: Int) throws -> Location? {
        if names.count == 1, let path = list.locations.onlyPath(to: names[0]),
            let only = try knownLocation(at: path)
        {
            return only
        }
        var (path, parent) = (String?.none, Location?.none)
        for name in names {
            let parentPath = path
            let ownPath = KnownLocations.path(to: name, in: parentPath)
            path = ownPath
            if let known = try knownLocation(at: ownPath) {
                parent = known
                continue
            }
            let location = makeLocation(name, in: parent, by: index)
            list.locations.add(
                .init(name: name, parentPath: parentPath, row: index, location: location),
                at: ownPath)
            rows[index].note("adds the location “\(name)”")
            parent = location
        }
        return parent
    }

    /// A location that exists or was created by an earlier row; nil for none.
    private func knownLocation(at path: String) throws -> Location? {
        guard let entry = list.locations[path] else { return nil }
        if let location = entry.location { return location }
        let location: Location
        if let number = entry.number {
            guard let found = try Location.find(number, in: context) else { return nil }
            location = found
        } else if let row = entry.row {
            let parent = try entry.parentPath.flatMap { try knownLocation(at: $0) }
            location = makeLocation(entry.name, in: parent, by: row)
        } else {
            return nil
        }
        list.locations.note(location, at: path)
        return location
    }

    private func makeLocation(_ name: String, in parent: Location?, by index: Int) -> Location {
        let location = Location(context: context)
        location.name = name
        location.parent = parent
        own(location, by: index)
        return location
    }

    func readLocations() throws {
        let tree = try LocationTree(in: context)
        for node in tree.nodes {
            var parentPath: String?
            for step in tree.path(to: node.number).dropLast() {
                parentPath = KnownLocations.path(to: step.name, in: parentPath)
            }
            list.locations.add(
                .init(name: node.name, parentPath: parentPath, row: nil, number: node.number),
                at: KnownLocations.path(to: node.name, in: parentPath))
        }
    }
}

extension ItemNumber {
    /// The number in a cell: Homebox writes `000-042`. Nil for none.
    static func imported(_ text: String) -> Int64? {
        parse(text) ?? parse(text.filter { $0 != "-" })
    }
}
