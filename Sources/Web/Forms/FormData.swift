import Domain

/// The fields of a form in the order in which they came, and its files.
///
/// All text is UTF-8 in NFC, with line feeds as line ends and without NUL.
struct FormData: Sendable {
    /// A field that is no file.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []
    private(set) var files: [UploadedFile] = []
    private(set) var oversizedFiles: [OversizedFile] = []
    /// What is kept of the number of a card in the field for it; nil if there was none, or a wrong
    /// one.
    private(set) var cardNumber: CardNumber?
    /// Whether a number came in the field for it.
    private(set) var hadCardNumber = false
    /// What is wrong with the numbers of cards that came with the form; the fields are empty now.
    private(set) var cardFaults: [FormFault] = []
    /// In which its amounts of money are: that of the household.
    var currency = Currency.dollar
    /// How its days and numbers are read: as the household writes them if a page sends it; that of a household that
    /// has chosen none asks about what can be read in two ways.
    var region = Region.unchosen

    /// The value of a field; of several with one name the last, so that a checkbox overrides the
    /// hidden field before it.
    subscript(name: String) -> String? {
        fields.last { $0.name == name }?.value
    }

    /// The values of all fields with a name.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The file of a field; nil if none was chosen.
    func file(_ name: String) -> UploadedFile? {
        files.last { $0.fieldName == name }
    }

    /// The file of a field that was too large to be kept; nil if there was none.
    func oversizedFile(_ name: String) -> OversizedFile? {
        oversizedFiles.last { $0.fieldName == name }
    }

    /// The same form with other names of fields.
    func renamed(_ name: (String) -> String) -> FormData {
        var renamed = self
        renamed.fields = fields.map { Field(name: name($0.name), value: $0.value) }
        renamed.cardFaults = cardFaults.map {
            FormFault(
                field: name($0.field), label: $0.label, message: $0.message, readings: $0.readings)
        }
        return renamed
    }

    /// Takes what is kept of the number of a card; nil for a wrong one.
    mutating func takeCard(_ number: CardNumber?) {
        cardNumber = number
        hadCardNumber = true
    }

    /// Notes that a field held the number of a card where none may be, or a wrong one.
    mutating func refuse(_ field: String, _ message: String) {
        cardFaults.append(
            FormFault(field: field, label: FormText.label(of: field), message: message))
    }

    /// Takes out the fields whose names are selected.
    mutating func remove(where isSelected: (String) -> Bool) {
        fields.removeAll { isSelected($0.name) }
    }

    /// Adds a field.
    mutating func append(_ field: Field) {
        fields.append(field)
    }

    /// Adds a file.
    mutating func append(_ file: UploadedFile) {
        files.append(file)
    }

    /// Adds a file that was counted and not kept.
    mutating func append(_ file: OversizedFile) {
        oversizedFiles.append(file)
    }
}

extension FormData {
    /// Whether a page asks for a yes that the form does not give. A script, which does not ask, knows what it does.
    var awaitsConfirmation: Bool { self["asks"] == "yes" && self["isConfirmed"] != "yes" }
}

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
        case "itemName", "valueInDollars", "note", "tags":
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

extension FormData {
    /// The files of a field that takes several.
    ///
    /// - Parameters:
    ///   - most: how many may come with one form.
    ///   - hint: the message if text was sent in their place.
    ///   - keepsOthers: whether files that are not too large are taken beside one that is. Default: no.
    /// - Throws: ``FormRefusal`` if one is too large, there is none, or there are too many.
    func files(
        _ name: String, label: String, atMost most: Int, hint: String,
        besideOversized keepsOthers: Bool = false
    ) throws(FormRefusal) -> [UploadedFile] {
        func refusal(_ message: String) -> FormRefusal {
            FormRefusal(name, label, message)
        }
        let files = files.filter { $0.fieldName == name }
        if let oversized = oversizedFile(name), !keepsOthers || files.isEmpty {
            throw oversized.refusal(label: label)
        }
        guard !files.isEmpty else {
            throw refusal(self[name]?.isEmpty == false ? hint : "choose one at least")
        }
        guard files.count <= most else {
            throw refusal("\(files.count) came; at most \(most) at once")
        }
        return files
    }
}

extension FormData {
    /// The names of fields that bring the security code of a card, which nobody may keep.
    var securityCodeFields: [String] {
        (fields.map(\.name) + files.map(\.fieldName)).filter(CardNumber.isSecurityCode(named:))
    }

    /// Refuses a form with the security code of a card, whatever else is in it.
    ///
    /// - Throws: ``SiteError`` 422, which does not repeat the code.
    func checkForSecurityCodes() throws(SiteError) {
        let names = securityCodeFields
        guard !names.isEmpty else { return }
        throw .unprocessable(
            "The security code of a card is not taken",
            faults: names.map { name in
                FormFault(
                    field: FormText.shown(name), label: "Security code",
                    message: "it must never be kept, so the whole form was refused and nothing "
                        + "was saved; send it without this field")
            })
    }
}
