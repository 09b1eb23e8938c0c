/// What was typed in a form, without its files.
public struct TypedForm: Sendable, Hashable {
    /// A field of a form.
    public struct Field: Sendable, Hashable, Codable {
        public let name: String
        public let value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Where the form was sent.
    public let path: String
    public let fields: [Field]

    /// Makes the description of a form.
    public init(path: String, fields: [Field]) {
        self.path = path
        self.fields = fields
    }
}
