import Foundation

/// Writes a graph of objects as a keyed archive.
struct KeyedArchiveWriter {
    typealias Reference = PropertyListValue

    static let null: Reference = .uid(0)

    private var objects: [PropertyListValue] = [.string("$null")]
    private var classes: [String: Reference] = [:]
    private var strings: [String: Reference] = [:]

    /// Reserves a number, so that other objects can refer to one that is written later.
    mutating func reserve() -> Reference {
        objects.append(.null)
        return .uid(objects.count - 1)
    }

    /// Writes an object at its reserved number.
    mutating func set(
        _ reference: Reference, _ classNames: [String], _ members: [String: PropertyListValue]
    ) {
        guard let number = reference.uid else { return }
        var members = members
        members["$class"] = add(classNames)
        objects[number] = .dictionary(members)
    }

    /// Adds an object of a class; the names of its ancestors follow its own.
    mutating func add(_ classNames: [String], _ members: [String: PropertyListValue]) -> Reference {
        let reference = reserve()
        set(reference, classNames, members)
        return reference
    }

    /// Adds a plain value; equal strings become one object.
    mutating func add(_ value: PropertyListValue) -> Reference {
        if let text = value.string {
            if let known = strings[text] { return known }
            let reference = append(value)
            strings[text] = reference
            return reference
        }
        return append(value)
    }

    /// Adds a string, or a reference to no object.
    mutating func add(_ text: String?) -> Reference {
        guard let text else { return Self.null }
        return add(.string(text))
    }

    mutating func addArray(_ elements: [Reference]) -> Reference {
        add(["NSArray", "NSObject"], ["NS.objects": .array(elements)])
    }

    mutating func addSet(_ elements: [Reference]) -> Reference {
        add(["NSSet", "NSObject"], ["NS.objects": .array(elements)])
    }

    mutating func addDictionary(_ members: [(key: String, value: Reference)]) -> Reference {
        let keys = members.map { add(.string($0.key)) }
        return add(
            ["NSDictionary", "NSObject"],
            ["NS.keys": .array(keys), "NS.objects": .array(members.map(\.value))])
    }

    func data(root: Reference) -> Data {
        BinaryPropertyListWriter.write(
            .dictionary([
                "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
                "$top": .dictionary(["root": root]), "$objects": .array(objects),
            ]))
    }

    private mutating func append(_ value: PropertyListValue) -> Reference {
        objects.append(value)
        return .uid(objects.count - 1)
    }

    private mutating func add(_ classNames: [String]) -> Reference {
        if let known = classes[classNames[0]] { return known }
        let reference = append(
            .dictionary([
                "$classname": .string(classNames[0]),
                "$classes": .array(classNames.map { .string($0) }),
            ]))
        classes[classNames[0]] = reference
        return reference
    }
}
