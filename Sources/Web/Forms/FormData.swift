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
    /// What is wrong with fields that held the number of a card, and are empty now.
    private(set) var cardFaults: [FormFault] = []

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

    /// Empties the fields of some names that hold the number of a card, which are faults then.
    mutating func removeCardNumbers(in names: Set<String>) {
        for index in fields.indices where names.contains(fields[index].name) {
            let name = fields[index].name
            guard CardNumber.isCertain(in: fields[index].value) else { continue }
            fields[index] = Field(name: name, value: "")
            cardFaults.append(
                FormFault(
                    field: name, label: FormText.label(of: name),
                    message: "it \(CardNumber.refusal)"))
        }
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
