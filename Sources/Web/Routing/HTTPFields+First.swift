import HTTPTypes

extension HTTPFields {
    /// The value of the first field of a name; nil if there is none. Where a header comes once, it is its
    /// value, without the work of joining several.
    func first(_ name: HTTPField.Name) -> String? {
        first { $0.name == name }?.value
    }
}
