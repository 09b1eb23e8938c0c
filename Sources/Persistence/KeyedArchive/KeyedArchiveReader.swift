import Foundation

/// The objects of a keyed archive, by number.
///
/// Nothing is unarchived: objects are read by class name and key, so no archive can make the
/// process create objects, and references may be circular.
///
/// Shared references can make a small archive appear to contain any number of objects. So the
/// number of accesses is limited; beyond the limit, there appear to be no objects.
final class KeyedArchiveReader {
    fileprivate let objects: [PropertyListValue]
    private let top: [String: PropertyListValue]
    private var remainingLooks: Int
    /// Whether the limit was reached, so that the result is incomplete.
    private(set) var isExhausted = false

    /// - Throws: `BinaryPropertyListReader.Failure` if the data is not a keyed archive.
    init(_ data: Data) throws {
        let list = try BinaryPropertyListReader.read(data)
        guard let objects = list["$objects"]?.array, let top = list["$top"]?.dictionary else {
            throw BinaryPropertyListReader.Failure(description: "the data is not a keyed archive")
        }
        self.objects = objects
        self.top = top
        remainingLooks = 1_000_000 + 100 * objects.count
    }

    /// Counts accesses; false beyond the limit.
    fileprivate func look(_ count: Int = 1) -> Bool {
        remainingLooks -= count
        if remainingLooks < 0 { isExhausted = true }
        return !isExhausted
    }

    /// The root object.
    var root: ArchivedObject? { top["root"].flatMap(object) }

    fileprivate func object(_ value: PropertyListValue) -> ArchivedObject? {
        guard look() else { return nil }
        guard case .uid(let number) = value else {
            return ArchivedObject(archive: self, number: nil, content: value)
        }
        // Number 0 means no object.
        guard number > 0, number < objects.count, objects[number] != .null else { return nil }
        return ArchivedObject(archive: self, number: number, content: objects[number])
    }
}

struct ArchivedObject {
    fileprivate let archive: KeyedArchiveReader
    /// The object's number; nil for a value inside another object.
    let number: Int?
    /// The object's members, or the plain value.
    let content: PropertyListValue

    /// The name of the object's class; nil for a plain value.
    var className: String? {
        content["$class"].flatMap(archive.object)?.content["$classname"]?.string
    }

    subscript(key: String) -> ArchivedObject? {
        content[key].flatMap(archive.object)
    }

    /// The value as a string; nil if it is not a string.
    var string: String? {
        let text =
            content.string ?? self["NS.string"]?.content.string
            ?? self["NS.bytes"]?.content.data.map { String(decoding: $0, as: UTF8.self) }
        // Callers copy texts, so long ones count more.
        guard let text, archive.look(text.utf8.count / 64) else { return nil }
        return text
    }

    /// The members of an array or a set.
    var elements: [ArchivedObject] {
        (content["NS.objects"]?.array ?? content.array ?? []).compactMap(archive.object)
    }

    /// The members of a dictionary whose keys are strings.
    var members: [(key: String, value: ArchivedObject)] {
        let keys: [ArchivedObject]
        let values: [PropertyListValue]
        if let mapping = self["searchMapping"] {
            // A dictionary with fixed keys.
            keys = mapping["keys"]?.elements ?? []
            values = self["values"]?.content["NS.objects"]?.array ?? []
        } else {
            keys = (content["NS.keys"]?.array ?? []).compactMap(archive.object)
            values = content["NS.objects"]?.array ?? []
        }
        return zip(keys, values).compactMap { key, value in
            guard let name = key.string, let object = archive.object(value) else { return nil }
            return (name, object)
        }
    }

    func string(_ key: String) -> String? { self[key]?.string }
    func integer(_ key: String) -> Int? { self[key]?.content.integer.flatMap(Int.init(exactly:)) }
    func boolean(_ key: String) -> Bool { self[key]?.content.boolean ?? false }
}
