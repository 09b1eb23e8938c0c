/// The sale with which a customer begins has lines as any sale, or one line whose fields have plain
/// names, for scripts: `productName`, `product`, `quantity`, `unitPrice`.
private let plainNames = ["productName", "product", "quantity", "unitPrice"]

extension FormData {
    /// Whether the fields of the line have plain names.
    var hasPlainLine: Bool {
        SaleLineReader.indexes(in: self).isEmpty
            && fields.contains { plainNames.contains($0.name) }
    }

    /// Whether any line says what was sold.
    var namesProduct: Bool {
        SaleLineReader.indexes(in: self).contains { index in
            ["productName", "product", "itemKey"].contains { key in
                let value = self[SaleLineReader.name(index, key)] ?? ""
                return !value.allSatisfy(\.isWhitespace)
            }
        }
    }
}

extension FormData {
    /// Refuses a line that sells an item of the inventory, unless the viewer may change that.
    ///
    /// - Throws: ``SiteError`` 403.
    func checkItems(for viewer: Viewer) throws(SiteError) {
        let namesItem = SaleLineReader.indexes(in: self).contains { index in
            self[SaleLineReader.name(index, "itemKey")]?.isEmpty == false
        }
        if namesItem { try viewer.check(.editors(of: .inventory)) }
    }

    /// The form with its one line under the names that lines have.
    var withNumberedLine: FormData {
        renamed { plainNames.contains($0) ? SaleLineReader.name(0, $0) : $0 }
    }

    /// Whether something in the lines was refused already, so that there is no need to say that
    /// they are missing.
    var hasFaultInLines: Bool { cardFaults.contains { $0.field.hasPrefix("lines[") } }
}

extension FormFault {
    /// A customer without a sale, in the words of the model.
    static let missingSale = FormFault(
        field: "sales", label: "Purchases",
        message: "add at least one product")

    /// The fault of a line under the plain name of its field.
    var withPlainName: FormFault {
        guard let name = plainNames.first(where: { SaleLineReader.name(0, $0) == field }) else {
            return self
        }
        return FormFault(
            field: name, label: FormText.label(of: name), message: message, readings: readings)
    }
}
