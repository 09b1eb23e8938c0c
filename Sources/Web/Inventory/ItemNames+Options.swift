import Domain

extension ItemNames {
    /// The types to choose from, no type first.
    func typeOptions(selected: String) -> [SelectOption] {
        Self.options(
            "No type", labels.map { (String($0.number), $0.text) }, selected: selected)
    }

    /// The locations to choose from with what they are in, no location first.
    func locationOptions(
        selected: String, none: String = "No location"
    ) -> [SelectOption] {
        Self.options(none, locations.choices, selected: selected)
    }

    /// The same for a form that takes a new one too, which is offered last.
    func locationOptionsWithNew(selected: String) -> [SelectOption] {
        let isNew = selected == ChosenLocation.newValue
        var options = locationOptions(selected: selected)
        if isNew { options[0].isSelected = false }
        return options + [.newLocation(isSelected: isNew)]
    }

    /// The tags to choose from.
    func tagOptions(selected: String, none: String) -> [SelectOption] {
        Self.options(none, tags.map { (String($0.number), $0.name) }, selected: selected)
    }

    private static func options(
        _ none: String, _ choices: [(value: String, label: String)], selected: String
    ) -> [SelectOption] {
        let options = choices.map {
            SelectOption(value: $0.value, label: $0.label, isSelected: $0.value == selected)
        }
        let isChosen = options.contains(where: \.isSelected)
        return [SelectOption(value: "", label: none, isSelected: !isChosen)] + options
    }
}

extension LocationTree {
    /// The locations under the names that tell them apart, in their order.
    var choices: [(value: String, label: String)] {
        nodes.map { (String($0.number), $0.pathText) }
    }
}
