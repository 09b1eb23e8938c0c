public import Foundation

extension ManagedObjectModel {
    /// Reads and checks a model file.
    ///
    /// ```swift
    /// let older = try ManagedObjectModel(contentsOf: "Cookbook.xcdatamodeld", version: "Cookbook 2")
    /// ```
    /// - Parameters:
    ///   - path: a bundle of versions (`NAME.xcdatamodeld`), one version (`NAME.xcdatamodel`) or
    ///     its XML file (`contents`).
    ///   - version: the version in the bundle, `Inventory 2` for example. Default: the current one.
    /// - Throws: all faults of the file and its model, if one of them is an error.
    public init(contentsOf path: String, version: String? = nil) throws(ModelError) {
        let reading = try ModelReading(contentsOf: path, version: version)
        guard !reading.faults.contains(where: { $0.severity == .error }) else {
            throw ModelError(reading.faults)
        }
        self = reading.model
    }

    /// Reads and checks the XML text of a model.
    ///
    /// - Parameter source: the name of the file for messages.
    /// - Throws: all faults of the text and its model, if one of them is an error.
    public init(xml: Data, source: String? = nil) throws(ModelError) {
        let reading = try ModelReading(xml: xml, source: source)
        guard !reading.faults.contains(where: { $0.severity == .error }) else {
            throw ModelError(reading.faults)
        }
        self = reading.model
    }

    /// The bundle and the name of a version at a path; nil for any other path.
    package static func bundle(ofVersionAt path: String) -> (path: String, version: String)? {
        ModelFile(path: path).bundle
    }

    /// The names of the versions in a bundle, ordered by the numbers in their names.
    ///
    /// - Throws: an error if there is no such bundle.
    public static func versions(of path: String) throws(ModelError) -> [String] {
        try ModelFile(path: path).versions()
    }

    /// The name of a bundle's current version.
    ///
    /// - Throws: an error if there is no such bundle, or no version in it.
    public static func currentVersion(of path: String) throws(ModelError) -> String {
        let contents = try ModelFile(path: path).contents(version: nil).path
        let version = URL(fileURLWithPath: contents).deletingLastPathComponent()
        return version.deletingPathExtension().lastPathComponent
    }
}

/// A model file with all of its faults, for tools that show faults and go on.
public struct ModelReading: Sendable {
    /// The model, without the parts that could not be read.
    public var model: ManagedObjectModel
    /// The faults of the file and of the model, warnings included.
    public var faults: [ModelFault]

    /// Reads and checks a model file; see `ManagedObjectModel.init(contentsOf:version:)`.
    ///
    /// - Throws: an error if there is no model: no file, no XML, or another document.
    public init(contentsOf path: String, version: String? = nil) throws(ModelError) {
        let contents = try ModelFile(path: path).contents(version: version)
        self = try ModelReading(xml: try ModelFile.read(contents.path), source: contents.path)
        faults.insert(contentsOf: contents.warnings, at: 0)
    }

    /// Reads and checks the text of a model file; see `ManagedObjectModel.init(xml:source:)`.
    ///
    /// - Throws: an error if the text is not a model.
    public init(xml: Data, source: String? = nil) throws(ModelError) {
        let file = source ?? "contents"
        let root = try ParsedElement(model: xml, file: file)
        guard root.name == "model" else {
            throw ModelError(
                file: file, line: root.line,
                "this is not a managed object model: it begins with <\(root.name)>, not <model>")
        }
        var reader = ModelReader(file: file)
        model = reader.model(root)
        faults = reader.faults + model.check()
        model.source = source
    }
}
