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
