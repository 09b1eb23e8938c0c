import Domain
import Foundation
import Imaging
import ObjectModel
import Persistence

/// The page of a record of any entity: all properties with their values.
struct EntityRecordPage: TemplatePage {
    static let template = "model/record"

    var layout: LayoutPage
    /// The name: `Pea soup`, `Recipe 3`.
    var name: String
    /// The summary: `Recipe 3, saved 5 times`.
    var summary: String
    var jsonPath: String
    var properties: [Property]

    /// A property with its value.
    struct Property: Sendable {
        var name: String
        /// The type: `String`, `to-many Step`.
        var type: String
        var text: String
        var isNone = false
        var path = ""
        var isLink = false
        /// A thumbnail of the bytes.
        var thumbnailPath = ""
        /// The first destinations of a to-many relationship.
        var members: [PathLink] = []
    }
}

extension EntityRecordPage {
    /// The maximum number of destinations that are shown.
    private static let shownMembers = 20

    /// The page of a record.
    ///
    /// - Throws: errors of the store.
    init(
        _ record: ManagedObject, _ browser: ModelBrowser, in context: ManagedObjectContext
    ) throws {
        let values = try EntityRecord(record, without: browser.withheld, in: context)
        let entity = try browser.entity(values.entity)
        let title = "\(values.entity) \(values.number)"
        let label = EntityRecord.label(of: record)
        let address = SitePath.modelRecord(values.entity, values.number)
        var layout = browser.makeLayout(
            label ?? title,
            [
                browser.crumb,
                PathLink(label: entity.name, path: browser.links(.modelEntity(entity.name))),
            ])
        let json = browser.links(address.json)
        layout.alternates = [.json(json)]
        let saves = ItemCount.text(Int(values.version), "time", "times")
        self.init(
            layout: layout, name: label ?? title, summary: "\(title), saved \(saves)",
            jsonPath: json,
            properties: try entity.shownSlots.map { slot in
                try Self.property(slot, of: record, values, browser, in: context)
            })
    }

    private static func property(
        _ slot: PropertySlot, of record: ManagedObject, _ values: EntityRecord,
        _ browser: ModelBrowser, in context: ManagedObjectContext
    ) throws -> Property {
        let links = browser.links
        let shown = EntityRecordsView.Cell(
            values.values[slot.name], slot, of: values, links, isWhole: true)
        var property = Property(
            name: slot.name, type: type(of: slot), text: shown.text, isNone: shown.isNone,
            path: shown.path, isLink: shown.isLink)
        switch values.values[slot.name] {
        case .bytes(let count):
            let bytes = RecordBytes(browser, values.entity, values.number, slot)
            property.path = links(
                .modelBytes(values.entity, values.number, slot.name))
            property.isLink = true
            switch Result(catching: { try bytes.kind(count) }) {
            case .success(let kind?):
                property.text += ", \(kind.name)"
                if kind.pictureFormat != nil {
                    property.thumbnailPath = links(
                        .modelThumbnail(values.entity, values.number, slot.name))
                }
            case .success(nil): break
            case .failure(let error):
                property.text = "cannot be read: \(error)"
                property.isLink = false
            }
        case .count(let count) where count > 0:
            property.members = try RecordRelationship.destinations(
                slot, of: record, limit: shownMembers, in: context
            ).map { member in
                let number = member.savedNumber
                return PathLink(
                    label: EntityRecord.label(of: member) ?? "\(member.entity.name) \(number)",
                    path: links(.modelRecord(member.entity.name, number)))
            }
        default: break
        }
        return property
    }

    private static func type(of slot: PropertySlot) -> String {
        if let relationship = slot.relationship {
            return "\(PropertyText.kind(of: relationship)) \(relationship.destinationEntity)"
        }
        return slot.attribute?.attributeType.rawValue ?? ""
    }
}
