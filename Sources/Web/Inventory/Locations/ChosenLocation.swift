import Domain
import Persistence

/// The location that a form has chosen: one that is there, or a new one by its name.
enum ChosenLocation: Sendable, Equatable {
    case known(Int64)
    /// What it is called, with what it is in before it: `House`, `Kitchen`.
    case new([String])

    /// What a selection posts for a new one, whose name is in a field beside it.
    static let newValue = "new"

    /// The field for the name beside a selection.
    static func nameField(_ field: String) -> String {
        "new" + field.prefix(1).uppercased() + field.dropFirst()
    }
}

extension FormDecoder {
    /// A location that is chosen, or is made by its name.
    mutating func location(
        _ field: String = "location", label: String = "Location"
    ) -> Posted<ChosenLocation> {
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

    /// The record of a location that was chosen; a new one is made. Nil where there is none with the number,
    /// which is a fault then.
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
