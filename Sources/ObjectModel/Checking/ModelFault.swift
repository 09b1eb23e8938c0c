/// Something wrong with a model, and where.
public struct ModelFault: Sendable, Hashable {
    /// How bad a fault is.
    public enum Severity: String, Sendable, Hashable {
        /// The model cannot be used.
        case error
        /// The model can be used, but probably does not do what its author meant.
        case warning
    }

    /// How bad the fault is.
    public var severity: Severity
    /// The model file, or nil for a model built in code.
    public var file: String?
    /// The line of the model file, from 1, where it is known.
    public var line: Int?
    /// The entity, or the composite attribute, that the fault is in.
    public var entityName: String?
    /// The property, index or constraint that the fault is in.
    public var propertyName: String?
    /// The message: a sentence without a full stop.
    public var message: String

    /// Makes a fault; its place consists of the arguments that are not nil.
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
    /// The fault in the form of a compiler's messages:
    /// `contents:12: error: Item.itemName: the minimum is greater than the maximum`.
    public var description: String {
        let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
        let owner = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        return [place, severity.rawValue, owner, message].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}
