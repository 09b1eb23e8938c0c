import Foundation

/// The target type of a CAST, by its Core Data name.
enum CastType: String, Sendable {
    case string = "NSString"
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case date = "NSDate"
    case data = "NSData"
    case uuid = "NSUUID"
    case url = "NSURL"

    /// Accepts the names without the prefix too.
    init?(name: String) {
        guard let type = CastType(rawValue: name) ?? CastType(rawValue: "NS" + name) else {
            return nil
        }
        self = type
    }

    var noun: String {
        switch self {
        case .string: "text"
        case .number, .decimal: "number"
        case .date: "date"
        case .data: "base-64 text"
        case .uuid: "UUID"
        case .url: "address"
        }
    }

    /// The value in this type; nil if it cannot be converted.
    func cast(_ value: AttributeValue) -> AttributeValue? {
        if value.isNull { return .null }
        return switch self {
        case .string: value.castText.map(AttributeValue.string)
        case .number: value.castNumber
        case .decimal: value.castDecimal.map(AttributeValue.decimal)
        case .date: value.castDate.map(AttributeValue.date)
        case .data: value.castData.map(AttributeValue.data)
        case .uuid: value.castUUID.map(AttributeValue.uuid)
        case .url: value.castURL.map(AttributeValue.url)
        }
    }
}

extension AttributeValue {
    fileprivate var castText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "1" : "0"
        case .double(let number): "\(number)"
        case .decimal(let number): number.description
        case .date(let date): PredicateDate.text(date)
        case .uuid(let uuid): uuid.uuidString
        case .url(let url): url.absoluteString
        case .data(let data): data.base64EncodedString()
        case .null, .object, .transformable, .deferred: nil
        }
    }

    fileprivate var castNumber: AttributeValue? {
        switch self {
        case .integer, .double, .decimal: self
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .date(let date): .double(date.timeIntervalSinceReferenceDate)
        case .string(let text): AttributeValue(number: text)
        default: nil
        }
    }

    fileprivate var castDecimal: Decimal? {
        if case .string(let text) = self { return Decimal(exact: text) }
        return castNumber?.exactDecimal
    }

    fileprivate var castDate: Date? {
        switch self {
        case .date(let date): date
        case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .double(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .string(let text):
            PredicateDate.date(text)
                ?? Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
        default: nil
        }
    }

    fileprivate var castData: Data? {
        switch self {
        case .data(let data): data
        case .string(let text): Data(base64Encoded: text)
        default: nil
        }
    }

    fileprivate var castUUID: UUID? {
        switch self {
        case .uuid(let uuid): uuid
        case .string(let text): UUID(uuidString: text)
        default: nil
        }
    }

    fileprivate var castURL: URL? {
        switch self {
        case .url(let url): url
        case .string(let text): URL(string: text)
        default: nil
        }
    }
}
