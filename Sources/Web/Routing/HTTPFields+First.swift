import HTTPTypes

extension HTTPFields {
    /// The value of the first field with a name; nil if there is none. For a header that occurs
    /// once it is the value, without joining several.
    func first(_ name: HTTPField.Name) -> String? {
        first { $0.name == name }?.value
    }
}
