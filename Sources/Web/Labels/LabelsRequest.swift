import Domain
import Foundation
import Hummingbird
import Persistence

/// The labels that an address requests: their records, the sheet and the first place.
struct LabelsRequest: Sendable {
    /// The records of the labels.
    enum Subject: Sendable {
        /// Items by key.
        case keys([UUID])
        /// Items by number.
        case numbers([Int64])
        /// The items of a list's view.
        case view(ItemListRequest)
        /// Locations by record number.
        case locations([Int64])
        /// Products by record number.
        case products([Int64])
    }

    let subject: Subject
    /// The key of the label format.
    let sheet: String
    /// The number of used places on the first sheet.
    let skipped: Int
    /// The number of copies of each label.
    let copies: Int
    /// The chosen server address for codes; empty for the first one.
    let address: String
    /// The parameters that select the records, as hidden fields.
    let kept: [HiddenField]
    let faults: [FormFault]

    /// The maximum number of labels.
    static let most = 1_000
    /// The fields of the form; all others select records.
    private static let own: Set<String> = ["sheet", "skip", "copies", "address"]

    /// Labels of items and locations.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout) throws {
        let form = try request.namedFields
        var decoder = FormDecoder(form)
        let rest = try request.queryFields.filter { !Self.own.contains($0.name) }
        let subject: Subject
        if form["key"] != nil {
            subject = .keys(Self.keys(&decoder))
        } else if let text = form["numbers"] {
            subject = .numbers(Self.numbers(text, &decoder))
        } else if form["at"] != nil {
            subject = .locations(Self.ids("at", "Location", &decoder))
        } else {
            let view = try ItemListRequest(query: QueryText.encode(rest), layout)
            view.faults.forEach { decoder.fail($0) }
            subject = .view(view)
        }
        self.init(subject, rest, &decoder)
    }

    /// Labels of products.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(products request: Request) throws {
        var decoder = FormDecoder(try request.namedFields)
        let rest = try request.queryFields.filter { !Self.own.contains($0.name) }
        let ids = Self.ids("id", "Product", &decoder)
        for field in rest where field.name != "id" {
            decoder.fail(field.name, field.name, "there is no such field; products are named by id")
        }
        self.init(.products(ids), rest, &decoder)
    }

    private init(
        _ subject: Subject, _ rest: [(name: String, value: String)], _ decoder: inout FormDecoder
    ) {
        self.subject = subject
        kept = rest.map(HiddenField.init)
        sheet = decoder.form["sheet"] ?? ""
        skipped = decoder.integer("skip", label: "Used labels", in: 0...10_000).value ?? 0
        copies = decoder.integer("copies", label: "Copies", in: 1...Self.most).value ?? 1
        address = decoder.form["address"] ?? ""
        faults = decoder.faults
    }

    private static func keys(_ decoder: inout FormDecoder) -> [UUID] {
        let texts = decoder.form.values("key")
        let keys = texts.compactMap { UUID(uuidString: $0) }
        if keys.count < texts.count { decoder.fail("key", "Items", "a key is none") }
        return keys
    }

    private static func ids(
        _ field: String, _ label: String, _ decoder: inout FormDecoder
    ) -> [Int64] {
        let texts = decoder.form.values(field)
        let ids = texts.compactMap { Int64($0) }.filter { $0 > 0 }
        if ids.count < texts.count { decoder.fail(field, label, "a number is none") }
        return ids
    }

    /// Parses numbers of items and their ranges: `1-12,15`.
    private static func numbers(_ text: String, _ decoder: inout FormDecoder) -> [Int64] {
        var numbers: [Int64] = []
        for part in text.split(separator: ",") {
            let ends = part.split(separator: "-", maxSplits: 1).map { Int64($0) ?? 0 }
            guard let first = ends.first, let last = ends.last, first > 0, last >= first,
                last - first < Int64(Self.most)
            else {
                decoder.fail("numbers", "Items", "“\(part.prefix(100))” is not a number of items")
                return []
            }
            numbers += Array(first...last)
        }
        return Array(numbers.prefix(Self.most + 1))
    }

    /// Formats the numbers of items with ranges.
    static func text(_ numbers: [Int64]) -> String {
        var runs: [(Int64, Int64)] = []
        for number in numbers {
            if let last = runs.last, number == last.1 + 1, number - last.0 < Int64(most) {
                runs[runs.count - 1].1 = number
            } else {
                runs.append((number, number))
            }
        }
        return runs.map { $0 == $1 ? "\($0)" : "\($0)-\($1)" }.joined(separator: ",")
    }
}
