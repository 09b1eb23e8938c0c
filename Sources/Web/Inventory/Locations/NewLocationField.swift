/// The field for the name of a new location, beside a selection of those that are there.
struct NewLocationField: Sendable {
    /// The name of the field, which is its `id` too where the page has one of them.
    var name = ChosenLocation.nameField("location")
    var id = ChosenLocation.nameField("location")
    /// What was typed.
    var value = ""
    var fault = ""
}

extension NewLocationField {
    /// The field as it comes back with a form.
    init(_ form: FormData, _ refusal: FormRefusal?) {
        self.init()
        value = form[name] ?? ""
        fault = refusal?.message(for: name) ?? ""
    }
}

extension SelectOption {
    /// What a selection of locations offers last.
    static func newLocation(isSelected: Bool = false) -> SelectOption {
        SelectOption(
            value: ChosenLocation.newValue, label: "New location…", isSelected: isSelected)
    }
}
