import Domain

/// A JSON Schema (draft 2020-12), as far as the description of the site needs one.
struct JSONSchema: Sendable {
    /// The members of the schema.
    var members: [(name: String, value: JSONValue)]

    /// Any value.
    static let any = JSONSchema(members: [])
    static let text = JSONSchema("string")
    static let flag = JSONSchema("boolean")
    static let integer = JSONSchema("integer")
    static let number = JSONSchema("number")
    static let day = text.with("format", "date")
    static let instant = text.with("format", "date-time")
    /// An amount of money or another number with all its digits.
    static let decimal = text.with("pattern", #"^-?\d+(\.\d+)?$"#)
    static let file = text.with("format", "binary")
    /// An item, as another record names it.
    static let item = object([("itemKey", text), ("label", text)])
    /// A record, as another one names it.
    static let reference = object([("id", integer), ("label", text)])

    /// How many copies an undo has removed.
    static let removed = object([("removed", integer)])

    private init(members: [(name: String, value: JSONValue)]) {
        self.members = members
    }

    private init(_ type: String) {
        self.init(members: [("type", .string(type))])
    }

    /// A choice of words.
    static func choice(_ words: [String]) -> JSONSchema {
        text.with("enum", .array(words.map { .string($0) }))
    }

    /// A schema that allows what one of two schemas allows.
    static func either(_ first: JSONSchema, _ second: JSONSchema) -> JSONSchema {
        Self.any.with("anyOf", .array([first.json, second.json]))
    }

    /// A list of values of one kind.
    static func list(of element: JSONSchema) -> JSONSchema {
        JSONSchema("array").with("items", element.json)
    }

    /// A document with exactly these members.
    ///
    /// - Parameter optional: the names of the members that may be missing.
    static func object(
        _ properties: [(name: String, schema: JSONSchema)], optional: Set<String> = []
    ) -> JSONSchema {
        JSONSchema("object")
            .with("properties", .object(properties.map { ($0.name, $0.schema.json) }))
            .with(
                "required",
                .array(properties.map(\.name).filter { !optional.contains($0) }.map { .string($0) })
            )
            .with("additionalProperties", .bool(false))
    }

    /// A document with members of known names: `id name note?`. One with a question mark may be missing.
    static func members(_ names: String) -> JSONSchema {
        let words = names.split(separator: " ")
        let optional = words.filter { $0.hasSuffix("?") }.map { String($0.dropLast()) }
        return object(
            words.map { (String($0.hasSuffix("?") ? $0.dropLast() : $0), .any) },
            optional: Set(optional))
    }

    /// A document with all records, under `records`.
    static func records(_ record: JSONSchema) -> JSONSchema {
        object([("records", list(of: record))])
    }

    /// A page of a list.
    static func page(of record: JSONSchema) -> JSONSchema {
        object(
            [
                ("records", list(of: record)), ("page", integer), ("perPage", integer),
                ("total", integer), ("totals", JSONSchema("object")),
            ], optional: ["totals"])
    }

    /// The schema with a further keyword.
    func with(_ keyword: String, _ value: JSONValue) -> JSONSchema {
        JSONSchema(members: members.filter { $0.name != keyword } + [(keyword, value)])
    }

    func with(_ keyword: String, _ text: String) -> JSONSchema { with(keyword, .string(text)) }

    /// The schema, or null.
    var orNull: JSONSchema {
        guard case .string(let type)? = members.first(where: { $0.name == "type" })?.value else {
            return self
        }
        let schema = with("type", .array([.string(type), .string("null")]))
        guard case .array(let words)? = members.first(where: { $0.name == "enum" })?.value else {
            return schema
        }
        return schema.with("enum", .array(words + [.null]))
    }

    /// Whether it is all records of a list, or a page of them.
    var isList: Bool {
        guard
            case .object(let properties)? = members.first(where: { $0.name == "properties" })?.value
        else { return false }
        let names = properties.map(\.name)
        return names == ["records"] || names.contains("perPage")
    }

    /// The names of the members of a document; for a list, those of a record.
    var memberNames: [String] {
        guard
            case .object(let properties)? = members.first(where: { $0.name == "properties" })?.value
        else { return [] }
        guard let records = properties.first(where: { $0.name == "records" }),
            case .object(let list) = records.value,
            case .object(let record)? = list.first(where: { $0.name == "items" })?.value
        else { return properties.map(\.name) }
        let names = JSONSchema(members: record).memberNames
        return names.isEmpty ? properties.map(\.name) : names
    }

    var json: JSONValue { .object(members) }
}

extension FieldDescription {
    /// The schema of the field in a form.
    var formSchema: JSONSchema {
        switch kind {
        case .line(let limit), .text(let limit): .text.with("maxLength", .int(limit))
        case .integer(let range):
            .integer.with("minimum", .int(range.lowerBound))
                .with("maximum", .int(range.upperBound))
        case .day: .day
        case .choice(let choices): .choice(choices.map(\.value))
        case .item: .text.with("maxLength", .int(300))
        case .named: .text.with("maxLength", .int(100))
        case .reference, .money, .wholeMoney, .quantity, .millimeters: .text
        }
    }

    /// The schema of ``FieldValue/json``.
    var documentSchema: JSONSchema {
        switch kind {
        case .line, .text, .named: .text.orNull
        case .choice(let choices): .choice(choices.map(\.value)).orNull
        case .money: .decimal.orNull
        case .quantity, .millimeters: .number.orNull
        case .integer, .wholeMoney: .integer.orNull
        case .day: .day.orNull
        case .item: .item.orNull
        case .reference: .reference.orNull
        }
    }

    /// A hint for filling the field.
    var formHint: String {
        switch kind {
        case .money: "an amount of money"
        case .wholeMoney: "a whole amount of money"
        case .quantity: "a quantity: 1.5"
        case .millimeters: "a length in millimeters"
        case .item: "an item: its number, key or name"
        case .reference(let other): "a \(other.noun): its number"
        case .named(let other): "a \(other.noun): its name, also a new one"
        case .line, .text, .integer, .day, .choice: ""
        }
    }
}
