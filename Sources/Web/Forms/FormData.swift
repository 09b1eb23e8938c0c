import Domain

/// The fields of a form in the order in which they arrived, and its files.
///
/// All text is UTF-8 in NFC, with line feeds as line ends and without NUL.
struct FormData: Sendable {
    /// A field that is not a file.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []
    private(set) var files: [UploadedFile] = []
    private(set) var oversizedFiles: [OversizedFile] = []
    /// The part of a card number that is stored; nil if there was no number or an invalid one.
    private(set) var cardNumber: CardNumber?
    /// Whether the field for a card number was filled in.
    private(set) var hadCardNumber = false
    /// The faults of the card numbers in the form, whose fields are now empty.
    private(set) var cardFaults: [FieldError] = []
    /// The currency of its amounts: that of the household.
    var currency = Currency.dollar
    /// The format in which days and numbers are read: that of the household for forms of its pages.
    /// Without a choice of region, the form asks about text that can be read in two ways.
    var region = Region.unchosen

    /// The value of a field. The last one of several fields with one name counts, so that a
    /// checkbox overrides the hidden field before it.
    subscript(name: String) -> String? {
        fields.last { $0.name == name }?.value
    }

    /// The values of all fields by their names.
    var texts: [String: String] {
        fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    /// The values of all fields with a name.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The uploaded file of a field; nil if none was chosen.
    func file(_ name: String) -> UploadedFile? {
        files.last { $0.fieldName == name }
    }

    /// The file of a field that was too large to be stored; nil if there was none.
    func oversizedFile(_ name: String) -> OversizedFile? {
        oversizedFiles.last { $0.fieldName == name }
    }

    /// The same form with the texts that a closure makes of names and texts.
    func mapped(_ text: (_ name: String, _ text: String) -> String) -> FormData {
        var mapped = self
        mapped.fields = fields.map { Field(name: $0.name, value: text($0.name, $0.value)) }
        return mapped
    }

    /// The same form with renamed fields.
    func renamed(_ name: (String) -> String) -> FormData {
        var renamed = self
        renamed.fields = fields.map { Field(name: name($0.name), value: $0.value) }
        renamed.cardFaults = cardFaults.map {
            FieldError(
                field: name($0.field), label: $0.label, message: $0.message, readings: $0.readings)
        }
        return renamed
    }

    /// Sets the stored part of the card number; nil for an invalid number.
    mutating func takeCard(_ number: CardNumber?) {
        cardNumber = number
        hadCardNumber = true
    }

    /// Records that a field held a card number where none is allowed, or an invalid one.
    mutating func refuse(_ field: String, _ message: String) {
        cardFaults.append(
            FieldError(field: field, label: FormText.label(of: field), message: message))
    }

    /// Removes the fields with selected names.
    mutating func remove(where isSelected: (String) -> Bool) {
        fields.removeAll { isSelected($0.name) }
    }

    mutating func append(_ field: Field) {
        fields.append(field)
    }

    /// Adds fields by names and values.
    mutating func append(_ fields: [(name: String, value: String)]) {
        for (name, value) in fields { append(Field(name: name, value: value)) }
    }

    mutating func append(_ file: UploadedFile) {
        files.append(file)
    }

    /// Adds a file that was counted but not stored.
    mutating func append(_ file: OversizedFile) {
        oversizedFiles.append(file)
    }
}

extension FormData {
    /// The numbers in the names of a family of fields, in order: 12 for `lines[12][product]`.
    func indexes(of family: String) -> [Int] {
        let found = fields.compactMap { field -> Int? in
            guard field.name.hasPrefix("\(family)["), field.name.hasSuffix("]") else { return nil }
            let parts = field.name.dropFirst(family.count + 1).dropLast().split(
                separator: "][", omittingEmptySubsequences: false)
            let index = parts.count == 2 ? Int(parts[0]) : nil
            return index.flatMap { (0..<1_000_000).contains($0) ? $0 : nil }
        }
        return Set(found).sorted()
    }

    /// Whether the page asks for a confirmation that the form does not give. Scripts are not asked.
    var awaitsConfirmation: Bool { self["asks"] == "yes" && self["isConfirmed"] != "yes" }
}

extension FormData {
    /// The same form without its card numbers.
    ///
    /// All forms of the site are read through this. The field for a card number is checked and
    /// reduced before anything else reads the form. In other fields, text that looks like a card
    /// number is a fault and is cleared.
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
                guarded.refuse(
                    FormText.shown(name),
                    name == "itemNumber"
                        ? "it looks like a card number, which is not stored; enter a number such as "
                            + "A-0042, or leave it empty"
                        : "it \(CardNumber.refusal)")
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

    /// The names that scripts use for the fields of a card.
    private static let cardFields = [
        "card[number]": "number", "card[holder]": "holder", "card[expiry]": "expiry",
        "creditCard[number]": "number", "creditCard[holder]": "holder",
        "creditCard[expiry]": "expiry", "cardNumber": "number", "cardHolder": "holder",
        "cardExpiry": "expiry",
    ]
}

extension FormData.Field {
    /// Whether the value may be a card number.
    ///
    /// Descriptions, long texts and names of records may contain the number of a device, which has
    /// a check digit too. In these fields only what certainly is a card number counts.
    fileprivate var holdsCardNumber: Bool {
        let name = PostedForm.shownField(name) ?? name
        let cardGuard = RecordDescription.fieldsByName[name]?.cardGuard ?? .suspected
        return switch name {
        case "imageToken", "plan": !Self.isToken(value) && CardNumber.looksLikeCardNumber(value)
        case _ where cardGuard == .never: false
        case "note": CardNumber.isCertain(in: value)
        case _ where cardGuard == .certain: CardNumber.isCertain(in: value)
        case _ where Self.isReference(name): CardNumber.isCertain(in: value)
        case "contactno": ContactNumber(value).mayBeCard
        // Each line has a number; together two short ones can have as many digits as a card.
        case "numbers":
            value.split(separator: "\n").contains { line in
                let number = ContactNumber(line: line)
                return number.mayBeCard || CardNumber.looksLikeCardNumber(number.label ?? "")
            }
        default: CardNumber.looksLikeCardNumber(value)
        }
    }

    /// Whether a text is a token that this site generates. Its digits may look like a card number
    /// by chance.
    private static func isToken(_ text: String) -> Bool {
        [16, 32].contains(text.utf8.count) && text.allSatisfy { $0.isHexDigit && $0.isASCII }
            && text.contains(where: \.isLetter)
    }

    /// Whether a field names a record. The fields of a sale's lines are among them:
    /// `lines[0][product]`.
    private static func isReference(_ name: String) -> Bool {
        name.split { "[]".contains($0) }.last.map { references.contains(String($0)) } ?? false
    }

    private static let references: Set<String> = [
        "assetType", "book", "category", "code", "container", "customer", "into", "item", "itemKey",
        "key", "location", "parent", "place", "product", "productName", "reference", "saleLine",
        "tag",
    ]
}

extension FormData {
    /// The files of a field that accepts several.
    ///
    /// - Parameters:
    ///   - most: the maximum number of files in one form.
    ///   - hint: the message if text was sent instead.
    ///   - keepsOthers: whether the other files are accepted where one is too large. Default: no.
    /// - Throws: ``ValidationErrors`` if one is too large, there is none, or there are too many.
    func files(
        _ name: String, label: String, atMost most: Int, hint: String,
        besideOversized keepsOthers: Bool = false
    ) throws(ValidationErrors) -> [UploadedFile] {
        func refusal(_ message: String) -> ValidationErrors {
            ValidationErrors(name, label, message)
        }
        let files = files.filter { $0.fieldName == name }
        if let oversized = oversizedFile(name), !keepsOthers || files.isEmpty {
            throw oversized.refusal(label: label)
        }
        guard !files.isEmpty else {
            let isText = self[name]?.isEmpty == false
            let request = most == 1 ? "choose a \(label.lowercased())" : "choose at least one file"
            throw refusal(isText ? hint : request)
        }
        guard files.count <= most else {
            throw refusal("there are \(files.count) files; at most \(most) are accepted at once")
        }
        return files
    }
}

extension FormData {
    /// Adds the files of a field, all or none: the fault of one says that the others were not added
    /// either.
    ///
    /// - Throws: errors of the closure.
    func allOrNone<Value>(
        _ name: String, _ add: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await add()
        } catch var refusal as ValidationErrors {
            let names = files.map(\.fieldName) + oversizedFiles.map(\.fieldName)
            let count = names.count { $0 == name }
            guard count > 1 else { throw refusal }
            refusal.faults = refusal.faults.map {
                FieldError(
                    field: $0.field, label: $0.label,
                    message: "\($0.message); none of the \(count) files was added")
            }
            throw refusal
        }
    }
}

extension FormData {
    /// The names of fields with the security code of a card, which must not be stored.
    var securityCodeFields: [String] {
        // No field of ours ends with cid, so the end of a word is enough here.
        (fields.map(\.name) + files.map(\.fieldName)).filter {
            CardNumber.isSecurityCode(named: $0) || $0.lowercased().hasSuffix("cid")
        }
    }

    /// Rejects a form with the security code of a card, whatever else it contains.
    ///
    /// - Throws: ``SiteError`` 422, which does not repeat the code.
    func checkForSecurityCodes() throws(SiteError) {
        let names = securityCodeFields
        guard !names.isEmpty else { return }
        throw .unprocessable(
            "The security code of a card is not accepted",
            faults: names.map { name in
                FieldError(
                    field: FormText.shown(name), label: "Security code",
                    message: "it must never be kept, so the whole form was refused and nothing "
                        + "was saved; send it without this field")
            })
    }
}
