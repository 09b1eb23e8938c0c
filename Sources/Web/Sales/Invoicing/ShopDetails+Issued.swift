import Domain

extension ShopDetails {
    /// What the shop said about itself when an invoice was issued.
    init(_ sender: IssuedTexts.Sender) {
        self.init()
        name = sender.name
        addressLines = sender.address
        contactLines = sender.contact
        countryCode = sender.countryCode
        taxNumber = sender.taxNumber
        iban = sender.iban
        invoiceNote = sender.note
        footerLines = sender.footer
    }

    /// The same, to be kept with an invoice.
    var sender: IssuedTexts.Sender {
        var sender = IssuedTexts.Sender()
        sender.name = name
        sender.address = addressLines
        sender.contact = contactLines
        sender.countryCode = countryCode
        sender.taxNumber = taxNumber
        sender.iban = iban
        sender.note = invoiceNote
        sender.footer = footerLines
        return sender
    }
}
