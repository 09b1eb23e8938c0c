import Foundation
import ObjectModel

/// Finds the properties of a key path with several steps.
///
/// Swift does not expose the steps of a key path. So the key path is applied to an object without a
/// record, whose probe records the relationship that is read and returns another such object.
final class KeyPathProbe {
    private let model: ModelLayout
    private var relationship: PropertySlot?
    private var next: ManagedObject?

    private init(_ model: ModelLayout) {
        self.model = model
    }

    /// The names of the properties of a key path, joined with dots; nil if it leads to something
    /// else.
    static func key(
        of keyPath: AnyKeyPath, in entity: EntityLayout, of model: ModelLayout
    ) -> String? {
        let root = object(of: entity, in: model)
        let read = value(of: root, keyPath)
        var names: [String] = []
        var (source, last) = (root, root)
        while let step = last.extras?.probe, let relationship = step.relationship {
            names.append(relationship.name)
            source = last
            guard let next = step.next else { break }
            last = next
        }
        guard !names.isEmpty || LocalizedStandardText.isEnd(of: keyPath) else { return nil }
        if let end = names.last,
            read == source.layout.keyPath(named: end).flatMap({ value(of: source, $0) })
        {
            return names.joined(separator: ".")
        }
        let layout = last.layout
        let attributes = layout.attributeSlots.filter { slot in
            guard let own = layout.keyPath(named: layout.slots[slot].name),
                let mark = layout.slots[slot].attribute?.attributeType.mark
            else { return false }
            let row = RowSnapshot(count: layout.valueCount, version: 0)
            last.row = row
            let empty = value(of: root, keyPath)
            row[slot] = mark
            let found = value(of: root, keyPath)
            var expected = value(of: last, own)
            if LocalizedStandardText.isEnd(of: keyPath) {
                expected = (expected as? String).map { AnyHashable($0.localizedStandard) }
            }
            return found != nil && found == expected && found != empty
        }
        guard attributes.count == 1, let end = attributes.first else { return nil }
        return (names + [layout.slots[end].name]).joined(separator: ".")
    }

    /// The destination of a to-one relationship.
    func destination(of relationship: PropertySlot) -> ManagedObject? {
        guard relationship.isToOne else { return nil }
        if self.relationship === relationship { return next }
        self.relationship = relationship
        next = Self.object(of: model.entity(relationship.destinationNumber), in: model)
        return next
    }

    /// Records that a to-many relationship was read.
    func record(_ relationship: PropertySlot) {
        self.relationship = relationship
        next = nil
    }

    private static func object(of entity: EntityLayout, in model: ModelLayout) -> ManagedObject {
        let storeEntity = StoreEntity(
            storeIdentifier: "", storeIndex: 0, layout: entity, rootIndex: 0)
        let object = entity.objectClass.init(
            ManagedObject.Instantiation(
                objectID: ManagedObjectID(storeEntity: storeEntity, key: -1), context: nil,
                row: nil, state: []))
        object.requireExtras().probe = KeyPathProbe(model)
        return object
    }

    private static func value(of object: ManagedObject, _ keyPath: AnyKeyPath) -> AnyHashable? {
        object[keyPath: keyPath].flatMap(unwrapped)
    }

    private static func unwrapped(_ value: Any) -> AnyHashable? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value as? AnyHashable }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}

extension EntityLayout {
    /// The key path of a property, with one step.
    fileprivate func keyPath(named name: String) -> AnyKeyPath? {
        keyPaths.names.first { $0.value == name }?.key
    }
}

extension AttributeType {
    /// A distinguishable value of the attribute's type; nil if the type has none.
    fileprivate var mark: AttributeValue? {
        switch self {
        case .integer16, .integer32, .integer64: .integer(1)
        case .decimal: .decimal(1)
        case .double, .float: .double(1)
        case .string: .string("Mark 1")
        case .boolean: .boolean(true)
        case .date: .date(Date(timeIntervalSinceReferenceDate: 1))
        case .binaryData: .data(Data([1]))
        case .uuid: .uuid(UUID())
        case .uri: .url(URL(filePath: "/mark"))
        case .undefined, .transformable, .objectID, .composite: nil
        }
    }
}

/// The names of properties by their generated key paths.
struct KeyPathNames: Sendable {
    // Generated key paths capture nothing; the compiler cannot know that of AnyKeyPath.
    nonisolated(unsafe) let names: [AnyKeyPath: String]

    init(_ names: [AnyKeyPath: String] = [:]) {
        self.names = names
    }
}

extension ModelLayout {
    /// The name of the property of a key path, with dots after to-one relationships (`author.name`
    /// for `\.author?.name`); nil if there is none.
    func key(of keyPath: AnyKeyPath, in objectClass: ManagedObject.Type) -> String? {
        if let name = entity(of: objectClass)?.keyPaths.names[keyPath] { return name }
        if let name = composedKeys(of: objectClass).names[keyPath] { return name }
        // A class that several entities share, or a parent of their classes.
        if let name = entities.lazy.compactMap({ $0.keyPaths.names[keyPath] }).first { return name }
        guard let entity = entity(of: objectClass),
            let name = KeyPathProbe.key(of: keyPath, in: entity, of: self)
        else { return nil }
        addComposedKeys(KeyPathNames([keyPath: name]), of: objectClass)
        return name
    }

    /// A key path with the names of the model's properties. Swift does not keep the names of
    /// computed properties, so that others have their type: `\Book.author?.<computed (String)>`.
    func spelling(of keyPath: AnyKeyPath) -> String {
        var spelling = "\(keyPath)"
        for (property, name) in entities.flatMap(\.keyPaths.names) {
            let step = "\(property)".drop { $0 != "." }.dropFirst()
            spelling = spelling.replacingOccurrences(of: step, with: name)
        }
        let steps = spelling.components(separatedBy: "<computed ")
        return ([steps[0][...]] + steps.dropFirst().map { $0.drop { $0 != "(" } })
            .joined(separator: "<computed ")
    }
}
