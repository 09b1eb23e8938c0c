import Foundation
import Persistence

extension Importer {
    /// Adds a place: a folder in the owner's folder of photos. The other values of an existing
    /// place follow from its photos, and places of photo services come from the service.
    func importPlace(_ index: Int) throws {
        guard let name = required(index, .name), !rows[index].isRefused else { return }
        let source = rows[index].text(.source)?.lowercased()
        let key = Self.name(name, source ?? PhotoFolder.sourceName)
        if let other = list.nameRows.updateValue(index, forKey: key) {
            let line = try line(of: other)
            return rows[index].fail(nil, "line \(line) is about the same place")
        }
        if let id = list.matcher.take(key: nil, name: Self.name(name, source ?? "")) {
            return own(try context.existingObject(with: id), by: index)
        }
        guard source ?? PhotoFolder.sourceName == PhotoFolder.sourceName else {
            return rows[index].note("a place of \(source ?? ""), which names its places itself")
        }
        guard let sourceID = PhotoFolder.id(ofPlaceNamed: name) else {
            return rows[index].fail(.name, "no folder can have this name")
        }
        guard !sourceID.isEmpty else {
            return rows[index].note("the place of photos in no folder, which is there with them")
        }
        let place = Place(context: context)
        place.source = PhotoFolder.sourceName
        place.sourceID = sourceID
        place.name = name
        list.placeIDs.append(sourceID)
        rows[index].isNew = true
        own(place, by: index)
    }

    /// Reads the names of the existing places, with and without their source.
    func readPlaceNames() throws {
        try list.read("Place", ["name", "source"], order: "name", in: context) { row in
            let name = row.text("name")
            return (nil, [Self.name(name, row.text("source")), Self.name(name, "")])
        }
    }
}
