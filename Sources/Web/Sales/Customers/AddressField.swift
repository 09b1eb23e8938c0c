import Domain

/// An address in a form, as it was typed.
struct AddressField: Sendable {
    /// `Address 2`.
    var title: String
    var parts: [AddressPartField]
    /// Whether it is a blank one behind others, which is folded.
    var isSpare = false
}

/// A part of an address in a form.
struct AddressPartField: Sendable {
    /// `addresses[0][city]`.
    var name: String
    var label: String
    var value: String
    /// Whether it has several lines.
    var isLong: Bool
    var fault = ""
}

extension AddressField {
    /// An address as it is saved.
    init(_ index: Int, _ address: PostalAddress) {
        self.init(
            title: index == 0 ? "Address" : "Address \(index + 1)",
            parts: ContactInput.parts.map { key, label, _ in
                AddressPartField(
                    name: ContactInput.name(index, key), label: label, value: address.text(key),
                    isLong: key == "street")
            })
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ typed: FormData, _ refusal: FormRefusal?) {
        for index in parts.indices {
            let name = parts[index].name
            parts[index].value = typed[name] ?? parts[index].value
            parts[index].fault = refusal?.message(for: name) ?? ""
        }
    }

    /// Whether anything stands in it, or is wrong with it.
    var isUsed: Bool { parts.contains { !$0.value.isEmpty || !$0.fault.isEmpty } }
}
