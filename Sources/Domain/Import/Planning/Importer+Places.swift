import Foundation
import Persistence

extension Importer {
    /// Adds places, found by their names with and without their source.
    func importPlaces() throws {
        try list.read("Place", ["name", "source"], order: "name", in: context) { row in
            let name = row.text("name")
            return (nil, [Self.name(name, row.text("source")), Self.name(name, "")])
        }
        try forEachRowInParts(importPlace)
    }

    /// Adds a place: a folder in the owner's folder of photos. The other values of an existing
    /// place follow from its photos, and places of photo services come from the service.
    private func importPlace() throws {
        guard let name = required(.name), !row.isRefused else { return }
        let source = row.text(.source)?.lowercased()
        let key = Self.name(name, source ?? PhotoFolder.sourceName)
        if let other = list.nameRows.updateValue(index, forKey: key) {
            return try refuse(sameAs: other, "place")
        }
        if let id = list.matcher.take(key: nil, name: Self.name(name, source ?? "")) {
            return own(try context.existingObject(with: id))
        }
        guard source ?? PhotoFolder.sourceName == PhotoFolder.sourceName else {
            return row.note("a place of \(source ?? ""), which names its places itself")
        }
        guard let sourceID = PhotoFolder.id(ofPlaceNamed: name) else {
            return row.fail(.name, "no folder can have this name")
        }
        guard !sourceID.isEmpty else {
            return row.note("the place of photos in no folder, which is there with them")
        }
        let place = Place(context: context)
        place.source = PhotoFolder.sourceName
        place.sourceID = sourceID
        place.name = name
        list.placeIDs.append(sourceID)
        row.isNew = true
        own(place)
    }
}
