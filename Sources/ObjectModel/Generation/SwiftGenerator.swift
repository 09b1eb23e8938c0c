/// Generates the Swift source of a model's typed properties.
///
/// ```swift
/// let generator = try SwiftGenerator(model, modelName: "Cookbook")
/// for file in generator.files() { print(file.name, file.text) }
/// ```
/// Each entity gets an extension of its class with a property for each attribute, relationship and
/// fetched property; the model gets the list of `ManagedObjectClass`es for containers. You write
/// the classes, unless the model asks for them (`codeGenerationType="class"`).
public struct SwiftGenerator: Sendable {
    /// A generated file.
    public struct File: Sendable, Hashable {
        /// The name without a directory.
        public var name: String
        /// The Swift source.
        public var text: String
    }

    let model: ManagedObjectModel
    let modelName: String

    /// Prepares the generation.
    ///
    /// - Parameter modelName: the name of the model file without its suffix, for the names of the
    ///   files and of the list of classes.
    /// - Throws: the errors of the model, and names that Swift or managed objects do not allow.
    public init(_ model: ManagedObjectModel, modelName: String) throws(ModelError) {
        self.model = model
        self.modelName = modelName
        let errors = (model.check() + generationFaults()).filter { $0.severity == .error }
        if !errors.isEmpty {
            throw ModelError(errors)
        }
    }

    /// One file per entity, `Item+Properties.swift`, and one for the model,
    /// `Inventory+Model.swift`.
    public func files() -> [File] {
        let entities = sortedEntities.map { entity in
            file(
                "\(entity.managedObjectClassName)+Properties.swift", section(of: entity),
                of: [entity])
        }
        return entities + [file("\(modelName)+Model.swift", classList, of: [])]
    }

    /// The same in one file, `Inventory+Properties.swift`, whose name does not depend on the
    /// entities.
    public func singleFile() -> File {
        let sections = sortedEntities.map(section) + [classList]
        return file("\(modelName)+Properties.swift", joined(sections), of: sortedEntities)
    }

    private func file(_ name: String, _ text: String, of entities: [EntityDescription]) -> File {
        File(
            name: name,
            text: joined([header, note(on: entities), imports(for: entities), text]) + "\n")
    }

    // MARK: - Parts of a file

    private var sortedEntities: [EntityDescription] {
        model.entities.sorted { caseInsensitiveOrder($0.name, $1.name) }
    }

    private var header: String {
        """
        // Generated from the model \(modelName.filter { !$0.isNewline }). \
        Changes to this file are lost when it is generated again.
        """
    }

    /// A comment for a reader of the compiler's errors about a missing class.
    private func note(on entities: [EntityDescription]) -> String {
        guard entities.contains(where: { $0.codeGenerationType != "class" }) else { return "" }
        return """
            // A missing class has to be written by hand; with codeGenerationType="class" in the model, \
            it is generated here.
            """
    }

    /// The imports, for targets with and without internal imports by default; Foundation only if a
    /// property needs it.
    private func imports(for entities: [EntityDescription]) -> String {
        let usesFoundation = entities.flatMap(\.attributes).flatMap(model.leafAttributes)
            .contains { PropertyType($0)?.needsFoundation == true }
        let modules = usesFoundation ? ["Foundation", "Persistence"] : ["Persistence"]
        return """
            #if hasFeature(InternalImportsByDefault)
            \(indented(modules.map { "public import \($0)" }.joined(separator: "\n")))
            #else
            \(indented(modules.map { "import \($0)" }.joined(separator: "\n")))
            #endif
            """
    }

    private func section(of entity: EntityDescription) -> String {
        joined([classDeclaration(of: entity), propertiesExtension(of: entity)].compactMap { $0 })
    }

    private func classDeclaration(of entity: EntityDescription) -> String? {
        guard entity.codeGenerationType == "class" else { return nil }
        let parent = entity.superentityName.flatMap { model[$0] }
        return """
            /// A record of the entity \(entity.name).
            nonisolated public class \(className(of: entity)): \(parent.map(className) ?? "ManagedObject") {}
            """
    }

    private func propertiesExtension(of entity: EntityDescription) -> String? {
        let members = members(of: entity)
        guard !members.isEmpty else { return nil }
        return """
            nonisolated extension \(className(of: entity)) {
            \(members.map { indented($0) }.joined(separator: "\n\n"))
            }
            """
    }

    func className(of entity: EntityDescription) -> String {
        SwiftName.escaped(entity.managedObjectClassName)
    }

    private func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

/// The text with each line indented by four spaces for each level.
func indented(_ text: String, levels: Int = 1) -> String {
    let margin = String(repeating: "    ", count: levels)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
}
