/// An error or a warning about a model, with its place.
public struct ModelFault: Sendable, Hashable {
    /// The severity of a fault.
    public enum Severity: String, Sendable, Hashable {
        /// The model cannot be used.
        case error
        /// The model can be used, but probably does not do what its author intended.
        case warning
    }

    /// An error or a warning.
    public var severity: Severity
    /// The model file; nil for a model that was made in code.
    public var file: String?
    /// The line of the model file, from 1; nil if it is unknown.
    public var line: Int?
    /// The entity or composite attribute with the fault.
    public var entityName: String?
    /// The property, index or constraint with the fault.
    public var propertyName: String?
    /// The message: a sentence without a full stop.
    public var message: String

    /// Creates a fault at the place that the arguments describe.
    public init(
        _ severity: Severity, file: String? = nil, line: Int? = nil, entityName: String? = nil,
        propertyName: String? = nil, message: String
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.entityName = entityName
        self.propertyName = propertyName
        self.message = message
    }
}

extension ModelFault: CustomStringConvertible {
    /// The fault in the format of a compiler's messages: `contents:12: error: Item.itemName: the
    /// minimum is greater than the maximum`.
    public var description: String {
        let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
        let owner = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        return [place, severity.rawValue, owner, message].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}
