/// Checks and escapes names for Swift source.
enum SwiftName {
    /// Whether a name is valid in Swift source, at least in backticks.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first == "_" || first.properties.isXIDStart) && name != "_"
            && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    /// The name in Swift source, with keywords in backticks.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name with an upper-case first letter, for the end of a compound name.
    static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The members of managed objects without arguments, in Core Data and here.
    static let managedObjectMembers: Set = [
        "autorelease", "awakeFromFetch", "awakeFromInsert", "changedValues",
        "changedValuesForCurrentEvent", "class", "copy", "dealloc", "debugDescription",
        "description", "didSave", "didTurnIntoFault", "entity", "faultingState", "finalize",
        "hasChanges", "hasPersistentChangedValues", "hash", "hashValue", "init", "isDeleted",
        "isFault", "isInserted", "isProxy", "isUpdated", "managedObjectContext",
        "mutableCopy", "objectID", "prepareForDeletion", "release", "retain", "retainCount", "self",
        "superclass", "willSave", "willTurnIntoFault", "zone",
    ]

    /// Core Data's members whose getters have other names, such as `isDeleted`. Xcode warns about
    /// properties with these names, but models have them.
    static let discouragedMembers: Set = ["deleted", "fault", "inserted", "updated"]

    /// Members that managed objects have only here: a model may use these names, but typed
    /// properties cannot be generated for them.
    static let furtherManagedObjectMembers: Set = [
        "Protocol", "Type", "rowVersion",
    ]

    /// Types in generated code, which an entity's class with the same name would hide.
    static let usedTypes: Set = [
        "Any", "AnyKeyPath", "Array", "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int",
        "Int16", "Int32", "Int64", "ManagedObject", "ManagedObjectClass", "Optional", "Protocol",
        "Self", "Sequence", "Set", "String", "Type", "URL", "UUID",
    ]

    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
