/// The flags of a property, which archives hold as keys and as one number.
struct PropertyBits {
    var isOptional: Bool
    var isTransient: Bool
    var isIndexed = false
    var isOrdered = false

    var members: [String: PropertyListValue] {
        let number =
            (isIndexed ? 113 : 241) + (isOptional ? 2 : 0) + (isTransient ? 8 : 0)
            + (isOrdered ? 1024 : 0)
        var members: [String: PropertyListValue] = ["_P": .integer(Int64(number))]
        if isOptional { members["NSIsOptional"] = .boolean(true) }
        if isTransient { members["NSIsTransient"] = .boolean(true) }
        if isIndexed { members["NSIsIndexed"] = .boolean(true) }
        if isOrdered { members["NSIsOrdered"] = .boolean(true) }
        return members
    }
}
