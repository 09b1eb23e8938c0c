extension ImportUndo {
    /// What people call an attribute in the middle of a sentence: `taxNumber` as `tax number`.
    static func words(of key: String) -> String {
        switch key {
        case "owedCents": "what is owed"
        case "change": "what came or went"
        case "discountCents": "the discount"
        case "emailid": "e-mail"
        case "contactno": "phone number"
        case "isOnAccount": "whether it is paid later"
        case "isStocked": "whether it is counted"
        case "returnOf": "what it came back from"
        case "sku": "number"
        case "valueInDollars": "value"
        case "voidedAt", "voidReason": "what is void of it"
        default:
            key.reduce(into: "") { text, character in
                if character.isUppercase, text.last?.isLowercase == true { text += " " }
                text += character.lowercased()
            }
        }
    }
}
