/// The contents of a form, without its files.
public struct TypedForm: Sendable, Hashable {
    public struct Field: Sendable, Hashable, Codable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path to which the form was sent.
    public let path: String
    public let fields: [Field]

    public init(path: String, fields: [Field]) {
        self.path = path
        self.fields = fields
    }
}
