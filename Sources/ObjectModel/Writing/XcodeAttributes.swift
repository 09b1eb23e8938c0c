/// The attributes that Xcode writes in a model file.
enum XcodeAttributes {
    /// The attributes by element, in Xcode's order.
    static let order = [
        "entity": [
            "name", "representedClassName", "isAbstract", "parentEntity", "elementID",
            "versionHashModifier", "coreSpotlightDisplayNameExpression", "syncable",
            "codeGenerationType",
        ],
        "attribute": [
            "name", "optional", "transient", "attributeType", "composite", "minValueString",
            "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
            "defaultDateTimeInterval", "defaultValueString", "derived", "derivationExpression",
            "regularExpressionString", "valueTransformerName", "allowsExternalBinaryDataStorage",
            "usesScalarValueType", "customClassName", "indexed", "preserveAfterDeletion",
            "allowsCloudEncryption", "elementID", "versionHashModifier", "storedInTruthFile",
            "spotlightIndexingEnabled", "syncable",
        ],
        "relationship": [
            "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule",
            "ordered", "destinationEntity", "inverseName", "inverseEntity", "indexed", "elementID",
            "versionHashModifier", "storedInTruthFile", "spotlightIndexingEnabled", "syncable",
        ],
        "fetchedProperty": [
            "name", "optional", "transient", "elementID", "versionHashModifier",
            "storedInTruthFile", "spotlightIndexingEnabled", "syncable",
        ],
        "fetchIndex": ["name", "partialIndexPredicate"],
        "fetchIndexElement": ["property", "expression", "expressionType", "type", "order"],
    ]

    /// The warning about an attribute that Xcode does not write in an element; nil for one that it
    /// does.
    static func warning(of name: String, in element: String) -> String? {
        guard let known = order[element], !known.contains(name) else { return nil }
        let warning = "\(name) is not known here, and has no effect"
        return meant(by: name, among: known).map { "\(warning): \($0) may be meant" } ?? warning
    }

    /// Names of Core Data's classes that differ too much from those in the file for a suggestion.
    private static let synonyms = [
        "default": "defaultValueString", "type": "attributeType",
        "regex": "regularExpressionString",
        "required": "optional", "renamingidentifier": "elementID", "superentity": "parentEntity",
    ]

    private static func meant(by name: String, among known: [String]) -> String? {
        let word = plain(name)
        if let synonym = synonyms[word], known.contains(synonym) { return synonym }
        let nearest = known.map { ($0, distance(word, plain($0))) }.min { $0.1 < $1.1 }
        if let nearest, nearest.1 * 3 <= max(name.count, nearest.0.count) { return nearest.0 }
        return word.count < 3 ? nil : known.first { plain($0).contains(word) }
    }

    /// The name in lower case without the prefix `is`.
    private static func plain(_ name: String) -> String {
        (name.hasPrefix("is") ? String(name.dropFirst(2)) : name).lowercased()
    }

    /// The edit distance: the number of letters to change, add or remove.
    private static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in second.indices {
                let change = diagonal + (letter == second[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
