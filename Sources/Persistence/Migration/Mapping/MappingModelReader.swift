public import Foundation
import ObjectModel

/// The objects of a mapping model's file, an XML store of Core Data's.
struct MappingModelReader {
    struct Object {
        var type: String
        var attributes: [String: String] = [:]
        var relationships: [String: [String]] = [:]
    }

    private(set) var objects: [String: Object] = [:]
    /// The IDs of the objects in the order of the file.
    private(set) var order: [String] = []

    /// - Throws: `MappingModelError` with the line of the fault.
    init(_ data: Data, file: String) throws(MappingModelError) {
        let root: ParsedElement
        do {
            root = try ParsedElement(data, maximumSize: 64 << 20)
        } catch {
            throw MappingModelError(file: file, reason: "\(error)")
        }
        for element in root.children where element.name == "object" {
            guard let id = element.attributes["id"], let type = element.attributes["type"] else {
                continue
            }
            var object = Object(type: type)
            for child in element.children {
                guard let name = child.attributes["name"] else { continue }
                switch child.name {
                case "attribute": object.attributes[name] = child.text
                case "relationship":
                    object.relationships[name] = (child.attributes["idrefs"] ?? "")
                        .split(separator: " ").map(String.init)
                default: break
                }
            }
            objects[id] = object
            order.append(id)
        }
        guard !objects.isEmpty else {
            throw MappingModelError(file: file, reason: "it contains no mapping model")
        }
    }
}

/// An error that occurs when a mapping model is read.
public struct MappingModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var file: String
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    public var description: String { "The mapping model \(file) cannot be read: \(reason)." }
}

extension MappingModel {
    /// Reads a mapping model of Xcode's.
    ///
    /// - Parameter path: an `.xcmappingmodel`, or the `xcmapping.xml` in it.
    /// - Throws: `MappingModelError` with the file and the cause.
    public init(contentsOf path: String) throws {
        var url = URL(fileURLWithPath: path)
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
            isDirectory.boolValue
        {
            url.appendPathComponent("xcmapping.xml")
        }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw MappingModelError(file: url.path, reason: "the file cannot be read (\(error))")
        }
        try self.init(xml: data, source: url.path)
    }

    /// Reads the text of a mapping model.
    ///
    /// - Parameter source: the file's name in messages.
    /// - Throws: `MappingModelError` with the file and the cause.
    public init(xml: Data, source: String = "xcmapping.xml") throws {
        self = try MappingModelBuilder(
            reader: try MappingModelReader(xml, file: source), file: source
        ).build()
    }
}

struct MappingModelBuilder {
    let reader: MappingModelReader
    let file: String

    private typealias Object = MappingModelReader.Object

    func build() throws -> MappingModel {
        let objects = reader.order.compactMap { reader.objects[$0] }
        guard let root = objects.first(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
            throw MappingModelError(file: file, reason: "it contains no mapping model")
        }
        let entities = objects.filter { $0.type == "XDDEVENTITYMAPPING" }
        let ordered = entities.sorted { number(of: $0) < number(of: $1) }
        var model = MappingModel(
            entityMappings: withOwnNames(try ordered.map(entityMapping)))
        model.sourceVersion = version(root.attributes["sourcemodelpath"])
        model.destinationVersion = version(root.attributes["destinationmodelpath"])
        return model
    }

    private func number(of mapping: Object) -> Int {
        mapping.attributes["mappingnumber"].flatMap { Int($0) } ?? 0
    }

    private func version(_ path: String?) -> String? {
        path?.split(separator: "/").last { $0.hasSuffix(".xcdatamodel") }
            .map { String($0.dropLast(".xcdatamodel".count)) }
    }

    private func entityMapping(_ object: Object) throws -> EntityMapping {
        var mapping = EntityMapping(
            sourceEntityName: text("sourcename", object),
            destinationEntityName: text("destinationname", object))
        if let name = text("name", object) { mapping.name = name }
        mapping.entityMigrationPolicyClassName = text("migrationpolicyclassname", object)
        try select(&mapping, object)
        for part in parts(of: object, "attributemappings") {
            guard let name = text("name", part) else { continue }
            try add(try expression(of: part), name, to: &mapping.attributes, &mapping.expressions)
        }
        for part in parts(of: object, "relationshipmappings") {
            guard let name = text("name", part) else { continue }
            let found = try expression(of: part)
            try add(found, name, to: &mapping.relationships, &mapping.expressions)
        }
        return mapping
    }

    /// Several mappings of one entity, divided by filters, each need a name.
    private func withOwnNames(_ mappings: [EntityMapping]) -> [EntityMapping] {
        var counts: [String: Int] = [:]
        return mappings.map { mapping in
            var mapping = mapping
            counts[mapping.name, default: 0] += 1
            if let count = counts[mapping.name], count > 1 { mapping.name += " \(count)" }
            return mapping
        }
    }

    private func parts(of object: Object, _ relationship: String) -> [Object] {
        (object.relationships[relationship] ?? []).compactMap { reader.objects[$0] }
    }

    private func text(_ key: String, _ object: Object) -> String? {
        let value = object.attributes[key]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Selects the older objects by a hand-written request or a filter.
    private func select(_ mapping: inout EntityMapping, _ object: Object) throws {
        guard let source = mapping.sourceEntityName else { return }
        var format = text("sourcefilterpredicatestring", object)
        if text("autogenerateexpression", object) != "1",
            let archive = text("sourceexpressiondata", object)
        {
            let expression = try parse(try unarchive(archive, mapping.name), object)
            guard let request = MigrationRequest(expression), request.entityName == source else {
                throw MappingModelError(
                    file: file,
                    reason: "the source of the mapping \(mapping.name) is not a request for "
                        + "objects of \(source)")
            }
            format = request.predicateFormat
            mapping.includesSubentities = request.includesSubentities
        }
        guard let format else { return }
        do throws(PredicateSyntaxError) {
            let predicate = try FetchPredicate(format: format)
            mapping.sourcePredicate = predicate == .constant(true) ? nil : predicate
        } catch {
            throw MappingModelError(
                file: file, reason: "the filter of the mapping \(mapping.name): \(error)")
        }
    }

    /// A property without an expression takes the value of the property with its name.
    private func add(
        _ expression: FetchExpression?, _ name: String, to names: inout [String: String],
        _ expressions: inout [String: FetchExpression]
    ) throws {
        switch expression {
        case nil: names[name] = name
        case .keyPathOf(.variable("source"), let keys)? where keys.count == 1:
            names[name] = keys[0]
        case let expression?: expressions[name] = expression
        }
    }

    private func expression(of part: Object) throws -> FetchExpression? {
        if let archive = text("valueexpressiondata", part) {
            return try parse(try unarchive(archive, text("name", part) ?? ""), part)
        }
        if let format = text("valueexpression", part) { return try parse(format, part) }
        guard let path = text("sourcekeypath", part) else { return nil }
        let source = path.hasPrefix("$") ? path : "$source.\(path)"
        guard let name = text("sourcemappingname", part) else { return try parse(source, part) }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let function = "destinationInstancesForEntityMappingNamed:sourceInstances:"
        return try parse("FUNCTION($manager, \"\(function)\", \"\(quoted)\", \(source))", part)
    }

    private func unarchive(_ base64: String, _ property: String) throws -> String {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters),
            let archive = try? KeyedArchiveReader(data), let root = archive.root,
            let format = ArchivedPredicate.expression(root)
        else {
            throw MappingModelError(
                file: file, reason: "the expression of \(property) cannot be read")
        }
        return format
    }

    private func parse(_ format: String, _ part: Object) throws -> FetchExpression {
        // Here nested collections are flattened, and each object occurs once.
        var text = format
        for name in [
            "distinctUnionOfSets", "distinctUnionOfArrays", "unionOfArrays", "unionOfSets",
        ] {
            text = text.replacing("@\(name).", with: "")
        }
        do {
            return try FetchExpression(mappingFormat: text)
        } catch {
            throw MappingModelError(
                file: file,
                reason: "the expression of \(self.text("name", part) ?? ""): \(error)")
        }
    }
}

extension FetchExpression {
    /// Parses an expression of a mapping, which may call functions on `$manager` and
    /// `$entityPolicy`.
    ///
    /// - Throws: `PredicateSyntaxError` with the position of the fault.
    public init(mappingFormat format: String) throws(PredicateSyntaxError) {
        var parser = try PredicateParser(format, [])
        parser.acceptsMessages = true
        self = try parser.expression()
    }
}
