import Domain

/// A payment in a form, as it was typed.
struct PaymentField: Sendable {
    /// `payments[0]`, with which the names of its fields begin.
    var name: String
    /// What the field of the kind is called: `Paid`, `And`.
    var label: String
    /// The kinds to choose from.
    var kinds: [SelectOption]
    var kind = FormField()
    var amount: MoneyField
}

extension PaymentField {
    /// A payment to be filled in. The first one has a kind already; a further one may have none.
    init(blank index: Int, _ kinds: [SelectOption]) {
        var kinds = kinds
        if index > 0 {
            kinds.select(nil)
            kinds.insert(SelectOption(value: "", label: "Choose…"), at: 0)
        }
        self.init(
            name: "payments[\(index)]", label: index == 0 ? "Paid" : "And", kinds: kinds,
            amount: MoneyField(PaymentReader.name(index, "amount")))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ index: Int, _ form: FormData, _ refusal: FormRefusal?) {
        let field = PaymentReader.name(index, "kind")
        kind = FormField(form[field] ?? "", fault: refusal?.message(for: field))
        // A form that says nothing of payments keeps the kind that is offered first.
        if form[field] != nil || index > 0 { kinds.select(kind.value) }
        let amountName = PaymentReader.name(index, "amount")
        amount = MoneyField(amountName, form[amountName] ?? "", refusal)
    }

    /// Whether anything stands in it, or is wrong with it.
    var isUsed: Bool {
        !kind.value.isEmpty || !amount.value.isEmpty || !kind.fault.isEmpty || !amount.fault.isEmpty
    }
}
