import Domain
import Foundation
import Persistence

/// The posted form of a sale: a day, and lines with fields such as `lines[0][product]`.
///
/// Blank lines are ignored. A line names its product by number (`product`) or by name
/// (`productName`, which creates an unknown product), or is an item of the inventory (`itemKey`).
struct SaleInput: Sendable {
    /// The valid part of the input.
    let draft: SaleDraft
    /// The indexes of the draft's lines in the form.
    private let indexes: [Int]
    /// The indexes of its payments.
    private let paymentIndexes: [Int]
    let faults: [FieldError]

    /// The maximum number of lines of a sale.
    static let mostLines = 200

    /// The fields of the form.
    static let parameters: [RouteParameter] =
        SaleLineReader.parameters + PaymentReader.parameters + [
            "discount", "taxRate", "time", "note", "date", "add",
        ]

    /// Reads a form.
    ///
    /// - Parameter isLeftOut: whether a line is ignored. Default: if it is blank.
    init(
        _ form: FormData,
        leavingOut isLeftOut: (Int, FormData) -> Bool = SaleLineReader.isBlank
    ) {
        var reader = SaleLineReader(form)
        let day = reader.decoder.day("date", label: "Date").value ?? .today()
        reader.readLines(leavingOut: isLeftOut)
        var draft = SaleDraft(day: day, lines: reader.lines.map(\.line))
        switch reader.decoder.time("time", label: "Time") {
        case .value(let time): draft.time = time
        // A sale of today without a time is made right now.
        case .absent, .cleared: draft.time = day == .today() ? TimeOfDay() : nil
        }
        draft.discount = reader.decoder.discount("discount", label: "Discount")
        draft.tax = reader.decoder.tax("taxRate", label: "Tax")
        draft.note = reader.decoder.text("note", label: "Note", limit: 2_000).value
        var payments = PaymentReader(reader.decoder)
        payments.read()
        draft.payments = payments.drafts.map(\.draft)
        draft.isOnAccount = payments.isOnAccount
        self.draft = draft
        indexes = reader.lines.map(\.index)
        paymentIndexes = payments.drafts.map(\.index)
        faults = payments.decoder.faults
    }

    /// Makes the posted sale.
    ///
    /// - Parameters:
    ///   - others: the faults of the rest of the form.
    ///   - make: makes a sale of a draft. It is called even if there are faults, to
    ///     find all of them; its changes must not be saved then.
    /// - Throws: ``ValidationErrors`` with all faults, and errors of the closure.
    func make<Value>(
        besides others: FaultList = FaultList(), _ make: (SaleDraft) throws -> Value
    ) throws -> Value {
        var all = others
        all.add(faults)
        do {
            let value = try make(draft)
            try all.check()
            return value
        } catch let refusal as SaleRefusal {
            let hasFaultInLines = all.faults.contains { $0.field.hasPrefix("lines") }
            all.add(
                refusal.faults.filter { $0.key != "lines" || !hasFaultInLines }.map(fault))
            throw ValidationErrors(faults: all.faults)
        }
    }

    private func fault(_ fault: SaleFault) -> FieldError {
        guard let line = fault.line, indexes.indices.contains(line) else {
            return FieldError(fault, indexes: paymentIndexes)
        }
        let index = indexes[line]
        return FieldError(
            fault, SaleLineReader.label(index, fault.key),
            at: SaleLineReader.name(index, fault.key))
    }
}

/// Reads the lines of a sale from a form.
struct SaleLineReader {
    private(set) var lines: [(index: Int, line: SaleDraft.Line)] = []
    var decoder: FormDecoder

    init(_ form: FormData) {
        decoder = FormDecoder(form)
    }

    /// The names of a single line's fields for scripts. A customer's first sale has either these or
    /// the numbered lines of any sale.
    static let plainKeys = ["productName", "product", "quantity", "unitPrice"]

    /// The fields of a line, here the first one.
    static let parameters = ["product", "productName", "quantity", "unitPrice", "discount"].map {
        RouteParameter(name(0, $0))
    }

    /// The name of a field of a line: `lines[0][quantity]`.
    static func name(_ index: Int, _ key: String) -> String { "lines[\(index)][\(key)]" }

    /// The label of a field of a line: `Line 1, quantity`.
    static func label(_ index: Int, _ key: String) -> String {
        "Line \(index + 1), \(FormText.label(of: key).lowercased())"
    }

    /// The indexes of the lines in a form, in order.
    static func indexes(in form: FormData) -> [Int] {
        form.indexes(of: "lines")
    }

    /// Whether all fields of a line are empty.
    static func isBlank(_ index: Int, in form: FormData) -> Bool {
        let start = "lines[\(index)]["
        return form.fields.allSatisfy {
            !$0.name.hasPrefix(start) || $0.value.allSatisfy(\.isWhitespace)
        }
    }

    /// Reads all lines that are not ignored.
    mutating func readLines(leavingOut isLeftOut: (Int, FormData) -> Bool) {
        let indexes = Self.indexes(in: decoder.form).filter { !isLeftOut($0, decoder.form) }
        guard indexes.count <= SaleInput.mostLines else {
            decoder.fail(
                "lines", "Lines",
                "there are \(indexes.count); a sale has at most \(SaleInput.mostLines)")
            return
        }
        for index in indexes { readLine(index) }
    }

    private mutating func readLine(_ index: Int) {
        let subject = readSubject(index)
        let quantity = read("quantity", of: index) { $0.quantity($1, label: $2) }
        if let quantity = quantity.value, quantity <= 0 || quantity > Product.mostPieces {
            fail(
                "quantity", of: index,
                "enter a quantity above 0, up to \(Product.mostPieces, grouped: true)")
        }
        let unitPrice = read("unitPrice", of: index) { $0.money($1, label: $2) }
        let discount = read("discount", of: index) { $0.discount($1, label: $2) }
        let tax = read("taxRate", of: index) { $0.tax($1, label: $2) }
        let origin = read("line", of: index) { $0.id($1, label: $2) }
        guard let subject else { return }
        var line = SaleDraft.Line(
            subject, quantity: quantity.value ?? 1, unitPrice: unitPrice.value)
        line.discount = discount
        line.tax = tax
        line.origin = origin.value.map { Int64($0) }
        lines.append((index, line))
    }

    private mutating func readSubject(_ index: Int) -> SaleDraft.Subject? {
        let faultCount = decoder.faults.count
        let number = read("product", of: index) { $0.id($1, label: $2) }
        let name = read("productName", of: index) {
            $0.line($1, label: $2, limit: 200, reading: ProductCode.visible)
        }
        if let key = decoder.form[Self.name(index, "itemKey")], !key.isEmpty {
            if let key = UUID(uuidString: key) { return .item(key) }
            fail("itemKey", of: index, "“\(key.prefix(100))” is not the key of an item")
        }
        // A typed name overrides a number that a script may have left.
        if let name = name.value {
            guard let fault = ProductCode.fault(of: name) else { return .productNamed(name) }
            fail("productName", of: index, fault)
            return nil
        }
        if let number = number.value { return .product(Int64(number)) }
        if decoder.faults.count == faultCount { fail("productName", of: index, "enter a value") }
        return nil
    }

    /// Reads a field of a line by its name and its label.
    private mutating func read<Value>(
        _ key: String, of index: Int, _ read: (inout FormDecoder, String, String) -> Value
    ) -> Value {
        read(&decoder, Self.name(index, key), Self.label(index, key))
    }

    private mutating func fail(_ key: String, of index: Int, _ message: String) {
        let label = Self.label(index, key == "itemKey" ? "product" : key)
        decoder.fail(Self.name(index, key), label, message)
    }
}

// MARK: - Lines as fields

extension PricedPaper {
    /// The lines as a form with their discounts, without items of the inventory, which are sold
    /// only once. A tax common to all lines becomes that of the whole.
    var pricedForm: FormData {
        var form = FormData()
        form.append([("discount", discount?.plainText ?? "")])
        let rates = Set(lines.map { $0.taxRate?.savedNumber })
        if rates.count == 1, let rate = rates.first {
            form.append([("taxRate", rate.map { String($0) } ?? "none")])
        }
        for (index, line) in lines.filter({ $0.itemKey == nil }).enumerated() {
            form.append(line.fields(at: index))
        }
        return form
    }
}

extension PricedLine {
    /// The line as the fields of a form.
    ///
    /// - Parameter isPlain: whether a program sends them: by the number of the product, with its tax,
    ///   in formats without a region. Default: no.
    func fields(at index: Int, isPlain: Bool = false) -> [(name: String, value: String)] {
        let (quantity, price) = (quantity ?? 0, unitPrice ?? 0)
        let fields =
            isPlain
            ? [
                ("product", String(product?.savedNumber ?? 0)),
                ("quantity", Quantity.text(quantity)), ("unitPrice", Money.plainText(price)),
                ("discount", discount?.plainText ?? ""),
                ("taxRate", taxRate.map { String($0.savedNumber) } ?? ""),
            ]
            : [
                ("productName", product?.name ?? ""),
                ("quantity", Region.current.fieldText(quantity: quantity)),
                ("unitPrice", Region.current.fieldText(money: price)),
                ("discount", discount?.plainText ?? ""),
            ]
        return fields.map { (SaleLineReader.name(index, $0.0), $0.1) }
    }
}
