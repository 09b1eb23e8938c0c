/// Records of an entity that an import made.
struct MadeRecords: Hashable, Codable {
    let entity: String
    let numbers: NumberRanges

    /// The version that a record has when it is made.
    static let firstVersion: Int64 = 1

    init(entity: String, numbers: NumberRanges) {
        self.entity = entity
        self.numbers = numbers
    }

    /// Earlier versions kept each record by itself, with its `number`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entity = try container.decode(String.self, forKey: .entity)
        numbers =
            if let number = try container.decodeIfPresent(Int64.self, forKey: .number) {
                NumberRanges([number])
            } else {
                try container.decode(NumberRanges.self, forKey: .numbers)
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entity, forKey: .entity)
        try container.encode(numbers, forKey: .numbers)
    }

    private enum CodingKeys: String, CodingKey {
        case entity
        case number
        case numbers
    }
}
