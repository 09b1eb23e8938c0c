import Foundation
import Persistence

extension Importer {
    /// Sets the location and the purchase of an item. Its container may come in a later row, so it
    /// is set at the end; the location is then that of the container.
    func setDetails(of item: Item) throws {
        try set(Item.plainTexts, of: item)
        set(\.purchasePrice, of: item, .purchasePrice, as: .money(currency), keepsIfEmpty: true)
        set(
            \.replacementValue, of: item, .replacementValue, as: .money(currency),
            keepsIfEmpty: true)
        set(\.quantity, of: item, .quantity, to: quantity().map(Int32.init))
        if row.date(.purchaseDate)?.day != Self.noDay {
            set(\.purchaseDate, of: item, .purchaseDate, as: .day, keepsIfEmpty: true)
        }
        setWarranty(of: item)
        setNumber(of: item)
        if let text = row.text(.container) {
            list.containers.append((index, item, text))
        } else {
            try setLocation(of: item)
        }
        try setTags(of: item)
        try setFields(of: item)
        try setLoan(of: item)
        try setCare(of: item)
        setFormerLoans(of: item)
        setFormerValues(of: item)
        try addFiles(to: item)
    }

    /// Finds the faults of these cells in a row that has other faults, so that all are reported.
    func findDetailFaults() {
        _ = row.money(.purchasePrice, in: currency)
        _ = row.money(.replacementValue, in: currency)
        _ = quantity()
        let start = row.date(.purchaseDate)?.day
        _ = warranty(from: start ?? .today())
    }

    /// The quantity; nil if the cell is empty or invalid.
    private func quantity() -> Int64? {
        let isNone = row.text(.quantity) == ImportFigure.none
        let range = Int64(Item.quantities.lowerBound)...Int64(Item.quantities.upperBound)
        return isNone ? 1 : row.whole(.quantity, in: range)
    }

    /// The date that some programs write for no day.
    private static let noDay = CalendarDay(year: 1, month: 1, day: 1)

    private func setWarranty(of item: Item) {
        let start = item.purchaseDate.map(CalendarDay.init) ?? .today()
        guard let warranty = warranty(from: start), warranty != Self.noDay.map(Warranty.until),
            item.warranty != warranty
        else { return }
        row.note(.warrantyUntil, from: item.warranty?.text ?? "", to: warranty.text)
        item.warranty = warranty
    }

    /// The duration of the warranty; nil if the cell is empty or invalid.
    private func warranty(from start: CalendarDay) -> Warranty? {
        guard let text = row.text(.warrantyUntil) else { return nil }
        do throws(FieldFault) { return try Warranty(parsing: text, from: start) } catch {
            if let date = ImportDate(text) { return .until(date.day) }
            row.fail(.warrantyUntil, error.message)
            return nil
        }
    }

    /// Sets the number of an item. If another item has it, the file is from another household, and
    /// the item gets the next free number.
    private func setNumber(of item: Item) {
        guard let text = row.text(.itemNumber) else { return }
        let other =
            row.isNew ? "gets the next number" : "keeps \(ItemNumber.text(item.itemNumber))"
        guard let number = ItemNumber.imported(text) else {
            return row.note("the number \(text.prefix(40)) is left out; it \(other)")
        }
        guard item.itemNumber != number else { return }
        guard list.itemNumbers.insert(number).inserted else {
            return row.note("\(ItemNumber.text(number)) is taken; it \(other)")
        }
        noteChange(
            .itemNumber, from: ItemNumber.text(item.itemNumber), to: ItemNumber.text(number))
        item.itemNumber = number
    }

    /// Homebox separates tags by semicolons.
    private func setTags(of item: Item) throws {
        guard row.has(.tags) else { return }
        let tags = try Tag.named(Tag.names(in: row.text(.tags) ?? ""), in: context)
        guard item.tags != tags else { return }
        func names(_ labels: [TagLabel]) -> String { labels.map(\.name).joined(separator: ", ") }
        let former = names(item.tagLabels)
        for tag in tags where tag.isInserted { own(tag) }
        item.setTags(tags)
        row.note(.tags, from: former, to: names(item.tagLabels))
    }

    // MARK: - Locations

    func setLocation(of item: Item) throws {
        guard let names = locationNames() else { return }
        guard names.count <= Self.deepestLocation else {
            return row.fail(
                .location, "a location is in at most \(Self.deepestLocation - 1) others")
        }
        let location = try names.isEmpty ? nil : location(names)
        guard item.location !== location else { return }
        row.note(
            .location, from: item.location?.name ?? "",
            to: names.joined(separator: LocationTree.separator))
        item.location = location
    }

    /// The maximum number of names in the path of a location.
    private static let deepestLocation = 32

    /// The path to the location in a row; nil if the row has none.
    func locationNames() -> [String]? {
        row.row.text(.location)?.split(separator: LocationTree.separator).flatMap {
            $0.split(separator: " / ")
        }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The location with a path, created with its parents if necessary. A single name may be that
    /// of a nested location.
    private func location(_ names: [String]) throws -> Location? {
        if names.count == 1, let path = list.locations.onlyPath(to: names[0]),
            let only: Location = try list.locations[path]?.current()
        {
            return only
        }
        var (path, parent) = (String?.none, Location?.none)
        for name in names {
            let parentPath = path
            let ownPath = KnownLocations.path(to: name, in: parentPath)
            path = ownPath
            parent =
                try list.locations[ownPath]?.current() ?? add(name, in: parentPath, at: ownPath)
        }
        return parent
    }

    private func add(_ name: String, in parentPath: String?, at path: String) throws -> Location {
        let make = { [unowned self] in
            let location = Location(context: context)
            location.name = name
            location.parent = try parentPath.flatMap { try list.locations[$0]?.current() }
            return location
        }
        let location = try make()
        own(location)
        list.locations.add(known(location, make), named: name, at: path)
        row.note("adds the location “\(name)”")
        return location
    }

    func readLocations() throws {
        let tree = try LocationTree(in: context)
        for node in tree.nodes {
            var parentPath: String?
            for step in tree.path(to: node.number).dropLast() {
                parentPath = KnownLocations.path(to: step.name, in: parentPath)
            }
            let location = known(nil, entity: "Location", number: node.number)
            list.locations.add(
                location, named: node.name, at: KnownLocations.path(to: node.name, in: parentPath))
        }
    }
}

extension ItemNumber {
    /// The number in a cell: Homebox writes `000-042`. Nil for none.
    static func imported(_ text: String) -> Int64? {
        parse(text) ?? parse(text.filter { $0 != "-" })
    }
}
