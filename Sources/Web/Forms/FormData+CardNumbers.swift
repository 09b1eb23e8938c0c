import Domain

extension FormData {
    /// The same form without the numbers of cards that came with it.
    ///
    /// Every form of the site is read through this. A number in the field for it is checked and
    /// reduced, before anything else looks at the form; text elsewhere that looks like one is a fault,
    /// and comes back empty.
    var withoutCardNumbers: FormData {
        var guarded = FormData()
        files.forEach { guarded.append($0) }
        oversizedFiles.forEach { guarded.append($0) }
        for field in fields {
            let name = Self.cardFields[field.name] ?? field.name
            let field = Field(name: name, value: field.value)
            if name == "number" {
                guarded.takeCardNumber(field.value)
            } else if !field.holdsCardNumber {
                guarded.append(field)
            } else if PostedForm.shownField(name) == nil {
                guarded.append(Field(name: name, value: ""))
                let shown = FormText.shown(name)
                guarded.refuse(shown, "it \(CardNumber.refusal)")
            }
        }
        return guarded
    }

    private mutating func takeCardNumber(_ text: String) {
        guard !text.allSatisfy(\.isWhitespace) else { return }
        do {
            takeCard(try CardNumber(text))
        } catch {
            takeCard(nil)
            refuse("number", "it \(error.description)")
        }
    }

    /// The names under which scripts send the fields of a card.
    private static let cardFields = [
        "card[number]": "number", "card[holder]": "holder", "card[expiry]": "expiry",
        "creditCard[number]": "number", "creditCard[holder]": "holder",
        "creditCard[expiry]": "expiry", "cardNumber": "number", "cardHolder": "holder",
        "cardExpiry": "expiry",
    ]
}

extension FormData.Field {
    /// Whether the value may be the number of a card.
    ///
    /// What describes a thing, is read as a text or names a record may have the number of a device in
    /// it, which has a check digit too, or any other: there it has to be a card's for certain.
    fileprivate var holdsCardNumber: Bool {
        let name = PostedForm.shownField(name) ?? name
        return switch name {
        case "serialNumber": false
        case "imageToken", "plan": !Self.isToken(value) && CardNumber.looksLikeCardNumber(value)
        case "itemName", "label", "valueInDollars", "title", "text", "notes", "note", "tags":
            CardNumber.isCertain(in: value)
        case _ where RecordDescription.fieldsByName[name]?.cardGuard == .certain:
            CardNumber.isCertain(in: value)
        case _ where Self.isReference(name): CardNumber.isCertain(in: value)
        case "contactno": ContactNumber(value).mayBeCard
        // Each line has a number, and together two short ones may have as many digits as a card.
        case "numbers":
            value.split(separator: "\n").contains { line in
                let number = ContactNumber(line: line)
                return number.mayBeCard || CardNumber.looksLikeCardNumber(number.label ?? "")
            }
        default: CardNumber.looksLikeCardNumber(value)
        }
    }

    /// Whether a text is what this site makes up itself to know something again by: its digits may be a card's by
    /// chance.
    private static func isToken(_ text: String) -> Bool {
        [16, 32].contains(text.utf8.count) && text.allSatisfy { $0.isHexDigit && $0.isASCII }
            && text.contains(where: \.isLetter)
    }

    /// The fields that name a record, those of the lines of a sale among them: `lines[0][product]`.
    private static func isReference(_ name: String) -> Bool {
        name.split { "[]".contains($0) }.last.map { references.contains(String($0)) } ?? false
    }

    private static let references: Set<String> = [
        "assetType", "book", "category", "container", "customer", "into", "item", "itemKey", "key",
        "location", "parent", "place", "product", "productName", "reference", "saleLine", "tag",
    ]
}
