import Foundation

extension PredicateValue {
    /// The value as the name of a section.
    var sectionName: String { attributeValue?.sectionName ?? "" }
}

extension AttributeValue {
    fileprivate var sectionName: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .boolean(let flag): flag ? "1" : "0"
        case .date(let date): date.formatted(.iso8601)
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        case .object(let id): id.uriRepresentation
        case .null, .data, .deferred, .transformable: ""
        }
    }
}
