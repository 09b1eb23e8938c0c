extension ActivitySource {
    /// The label of a property in the middle of a sentence.
    static func label(of property: String) -> String {
        switch property {
        case "orderingValue": "its place"
        case "soldDate": "the sale"
        case "trashedDate": "the trash"
        case "isTicked": "ticked off"
        case "isFavorite": "favorite"
        case "lastViewed", "isRemovedFromRecents": "recents"
        case "retiredAt": "retirement"
        case "voidedAt", "voidReason": "void"
        case "creditCard": "card"
        case "discountCents": "discount"
        case "owedCents": "the amount owed"
        case "openingCents": "what was in the drawer"
        case "expectedCents": "what was expected"
        case "countedCents": "what was counted"
        case "amountCents": "amount"
        case "tenderedCents": "what was given"
        case "draftKey": "draft"
        case "isOnAccount": "on account"
        case "isStocked": "stock is tracked"
        case "invoiceDays": "days to pay"
        case "query": "what it shows"
        case _ where ofPictures.contains(property): "details"
        default: words(FormText.label(of: property))
        }
    }

    /// The properties that are read from the files of photos.
    private static let ofPictures: Set<String> = [
        "addedAt", "byteCount", "camera", "fileNumber", "height", "imageURL", "isPicture", "isRead",
        "latitude", "longitude", "modifiedAt", "problem", "source", "sourceID", "takenAt",
        "vanishedAt", "width",
    ]

    /// A name of an attribute in words: `discountPercent` as `discount percent`.
    private static func words(_ label: String) -> String {
        label.reduce(into: "") { text, character in
            if character.isUppercase, text.last?.isLowercase == true { text += " " }
            text += character.lowercased()
        }
    }
}
