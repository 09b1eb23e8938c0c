import Domain
import Foundation
import Persistence

/// The location of an item.
struct ItemLocation: Sendable, Hashable {
    let number: Int64
    let name: String
    /// `House › Kitchen › Drawer`.
    let path: String

    init(_ location: Location) {
        number = location.savedNumber
        name = location.name ?? ""
        let parents = sequence(first: location, next: \.parent).map { $0.name ?? "" }
        path = parents.reversed().joined(separator: LocationTree.separator)
    }

    init(_ node: LocationTree.Node, _ tree: LocationTree) {
        number = node.number
        name = node.name
        path = tree.pathText(to: node.number)
    }
}

/// The item that contains an item.
struct ItemContainer: Sendable {
    let key: UUID
    let name: String
    let number: Int64
    let recordNumber: Int64
    let isTrashed: Bool

    init(_ item: Item) {
        recordNumber = item.savedNumber
        isTrashed = item.isTrashed
        key = item.key
        name = item.itemName ?? ""
        number = item.itemNumber
    }

    /// The text in a form: `A-0007 Toolbox`.
    var text: String { "\(ItemNumber.text(number)) \(name)" }
}

/// The location chosen in a form: an existing one, or a new one by its name.
enum ChosenLocation: Sendable, Equatable {
    case known(Int64)
    /// The names of a new location and of its parents: `House`, `Kitchen`.
    case new([String])

    /// The posted value for a new location, whose name is in a separate field.
    static let newValue = "new"

    /// The field for the name of a new location.
    static func nameField(_ field: String) -> String {
        "new" + field.prefix(1).uppercased() + field.dropFirst()
    }
}

extension FormDecoder {
    /// The location that is chosen, or created by its name.
    mutating func location(
        _ field: String = "location", label: String = "Location"
    ) -> FieldUpdate<ChosenLocation> {
        guard form[field] == ChosenLocation.newValue else {
            return id(field, label: label, of: "location").map { .known(Int64($0)) }
        }
        let nameField = ChosenLocation.nameField(field)
        let newLabel = "New location"
        let names = Location.names(
            in: line(nameField, label: newLabel, limit: 1_000).value ?? "")
        guard message(for: nameField) == nil else { return .absent }
        if let name = names.first(where: { $0.count > Location.longestName }) {
            fail(
                nameField, newLabel,
                "“\(name.prefix(40))…” is longer than \(Location.longestName) characters")
            return .absent
        }
        if let fault = names.compactMap(Location.fault(ofName:)).first {
            fail(nameField, newLabel, fault)
            return .absent
        }
        guard !names.isEmpty else {
            fail(nameField, newLabel, "enter a name")
            return .absent
        }
        return .value(.new(names))
    }

    /// The record of a chosen location; a new one is created. Nil for an unknown number, which adds
    /// a fault.
    ///
    /// - Throws: errors of the store.
    mutating func record(
        of chosen: ChosenLocation, _ field: String = "location", label: String = "Location",
        in context: ManagedObjectContext
    ) throws -> Location? {
        switch chosen {
        case .new(let names): return try Location.make(named: names, in: context)
        case .known(let number):
            if let location = try Location.find(number, in: context) { return location }
            fail(.unknown("location", String(number), field: field, label: label))
            return nil
        }
    }
}

/// The field for the name of a new location, next to the selection of existing ones.
struct NewLocationField: Hashable, Sendable {
    /// The name of the field, also used as its `id` where the page has only one.
    var name = ChosenLocation.nameField("location")
    var id = ChosenLocation.nameField("location")
    /// The input.
    var value = ""
    var fault = ""

    /// As in ``FramedFragment/visitTexts(_:)``.
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&name)
        visit(&id)
        visit(&value)
        visit(&fault)
    }
}

extension SelectOption {
    /// The last option in a selection of locations.
    static func newLocation(isSelected: Bool = false) -> SelectOption {
        SelectOption(
            value: ChosenLocation.newValue, label: "New location…", isSelected: isSelected)
    }
}
