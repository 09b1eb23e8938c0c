import Domain
import Foundation
import Persistence

/// The contact details in a form besides the first number and the e-mail address.
///
/// Further numbers are lines of one field, each with its label before a colon. Tags are separated
/// by commas. The parts of addresses are separate fields, `addresses[0][city]`. If any part of an
/// address is posted, the posted addresses replace all.
struct ContactInput: Sendable {
    private let numbers: FieldUpdate<[ContactNumber]>
    private let addresses: FieldUpdate<[PostalAddress]>
    private let tags: FieldUpdate<[String]>

    /// The parts of an address, with their labels.
    static var parts: [Part] {
        [
            ("label", "Kind of address", 40, \.label), ("street", "Street", 300, \.street),
            ("postalCode", "Postal code", 20, \.postalCode), ("city", "City", 100, \.city),
            ("region", "Region", 100, \.region), ("countryCode", "Country", 100, \.countryCode),
        ]
    }

    typealias Part = (
        key: String, label: String, limit: Int, path: WritableKeyPath<PostalAddress, String?>
    )

    /// The name of a field of an address.
    static func name(_ index: Int, _ key: String) -> String { "addresses[\(index)][\(key)]" }

    /// Reads a form; faults are added to the decoder.
    init(_ posted: PostedForm, _ decoder: inout FormDecoder) {
        numbers = Self.numbers(&decoder)
        tags = Self.tags(&decoder)
        addresses = Self.addresses(posted, &decoder)
    }

    /// Sets the posted values of a customer; others stay.
    ///
    /// - Throws: errors of the store.
    func apply(to customer: Customer, in context: ManagedObjectContext) throws {
        if numbers != .absent { customer.take(numbers: numbers.value ?? [], in: context) }
        if addresses != .absent { customer.take(addresses: addresses.value ?? [], in: context) }
        if tags != .absent { try customer.take(tags: tags.value ?? [], in: context) }
    }

    // MARK: - Reading

    private static func numbers(_ decoder: inout FormDecoder) -> FieldUpdate<[ContactNumber]> {
        let text = decoder.text(
            "numbers", label: "Further numbers", limit: 2_000, reading: \.withoutUnseen)
        guard let text = text.value else { return text == .absent ? .absent : .cleared }
        let numbers = text.split(separator: "\n").map(ContactNumber.init(line:))
            .filter { !$0.number.isEmpty }
        let fault: String? =
            if numbers.count > Customer.mostContacts {
                "there are \(numbers.count); at most \(Customer.mostContacts) are kept"
            } else if let wrong = numbers.first(where: { !$0.isNumber }) {
                "“\(wrong.number.prefix(40))” is not a number"
            } else if numbers.contains(where: { ($0.label ?? "").count > 40 }) {
                "a label before a colon has 40 characters at most"
            } else {
                nil
            }
        guard let fault else { return numbers.isEmpty ? .cleared : .value(numbers) }
        decoder.fail("numbers", "Further numbers", fault)
        return .absent
    }

    private static func tags(_ decoder: inout FormDecoder) -> FieldUpdate<[String]> {
        let text = decoder.line("tags", label: "Tags", limit: 1_000)
        guard let text = text.value else { return text == .absent ? .absent : .cleared }
        var tags: [String] = []
        for word in text.split(separator: ",") {
            let tag = word.trimmingCharacters(in: .whitespaces)
            let isKnown = tags.contains { $0.lowercased() == tag.lowercased() }
            if !tag.isEmpty, !isKnown { tags.append(tag) }
        }
        if let long = tags.first(where: { $0.count > 40 }) {
            decoder.fail("tags", "Tags", "“\(long.prefix(40))…” has more than 40 characters")
            return .absent
        }
        guard tags.count <= Customer.mostContacts else {
            decoder.fail(
                "tags", "Tags", "there are \(tags.count); at most \(Customer.mostContacts) are kept"
            )
            return .absent
        }
        return tags.isEmpty ? .cleared : .value(tags)
    }

    private static func addresses(
        _ posted: PostedForm, _ decoder: inout FormDecoder
    ) -> FieldUpdate<[PostalAddress]> {
        let fields = posted.typed.fields.filter { $0.name.hasPrefix("addresses[") }
        let isTouched = fields.contains { field in
            posted.shown.isEmpty || (posted.shown[field.name] ?? "") != field.value
        }
        guard isTouched else { return .absent }
        var reader = FormDecoder(posted.typed)
        let known = reader.faults.count
        let addresses = indexes(in: posted.typed).map { address($0, &reader) }
        for fault in reader.faults.dropFirst(known) { decoder.fail(fault) }
        guard addresses.count <= Customer.mostContacts else {
            decoder.fail(
                name(0, "street"), "Street",
                "there are \(addresses.count) addresses; at most \(Customer.mostContacts) are kept")
            return .absent
        }
        let kept = addresses.filter { !$0.isEmpty }
        return kept.isEmpty ? .cleared : .value(kept)
    }

    private static func address(_ index: Int, _ reader: inout FormDecoder) -> PostalAddress {
        var address = PostalAddress()
        for (key, label, limit, path) in parts {
            let field = name(index, key)
            let value =
                switch key {
                // A street may have several lines.
                case "street": reader.text(field, label: label, limit: limit)
                case "countryCode": reader.country(field)
                default: reader.line(field, label: label, limit: limit)
                }
            address[keyPath: path] = value.value
        }
        return address
    }

    /// The indexes of the addresses in a form, in order.
    static func indexes(in form: FormData) -> [Int] {
        let found = form.fields.compactMap { field -> Int? in
            guard field.name.hasPrefix("addresses[") else { return nil }
            let number = field.name.dropFirst("addresses[".count).prefix { $0 != "]" }
            return Int(number).flatMap { (0..<1_000).contains($0) ? $0 : nil }
        }
        return Set(found).sorted()
    }
}
