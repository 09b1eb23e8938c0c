import Domain

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
