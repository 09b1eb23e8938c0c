import Foundation

/// An unpacked Homebox export of a collection: a JSON file for each of its tables, and the
/// attachments. It is converted to a table like Homebox's own, with the data that this lacks:
/// attachments, maintenance, and creation dates.
public struct HomeboxCollection {
    private let folder: String
    private var entities: [[String: JSONCell]]
    private let places: Set<String>
    private let typeNames: [String: String]
    private let parents: [String: String]
    private let names: [String: String]

    /// Finds an export.
    ///
    /// - Parameter folder: the unpacked folder, which may contain the export in a subfolder.
    /// - Returns: nil if there is none.
    /// - Throws: ``CSVFault`` for a file that is too large, ``ImportFault`` for one that is not
    ///   a list, errors of the file system.
    public init?(below folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let places = [folder] + names.map { "\(folder)/\($0)" }
        guard
            let found = places.first(where: { place in
                ["manifest.json", "entities.json"].allSatisfy {
                    access("\(place)/\($0)", F_OK) == 0
                }
            })
        else { return nil }
        self.folder = found
        let types = try Self.rows("entity_types", in: found)
        let locationTypes = Set(types.filter { $0.isTrue("is_location") }.map { $0.text("id") })
        typeNames = Self.texts("name", of: types)
        entities = try Self.rows("entities", in: found)
        self.places = Set(
            entities.filter { locationTypes.contains($0.text("entity_type_entities")) }.map {
                $0.text("id")
            })
        parents = Self.texts("entity_children", of: entities)
        self.names = Self.texts("name", of: entities)
    }

    /// An attribute of all records, by their IDs.
    private static func texts(_ key: String, of rows: [[String: JSONCell]]) -> [String: String] {
        Dictionary(rows.map { ($0.text("id"), $0.text(key)) }) { first, _ in first }
    }

    /// Writes the table next to the files, which get descriptive names.
    ///
    /// - Returns: the path of the table.
    /// - Throws: as ``init(below:)``.
    public func writeTable() throws -> String {
        let tags = try tags()
        let fields = try fields()
        let care = try care()
        var attachments = try HomeboxAttachments(Self.rows("attachments", in: folder), in: folder)
        let fieldNames = fields.values.flatMap { $0.map(\.name) }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }.sorted()
        var text = Self.line(
            (Self.references + Self.attributes).map { "HB." + $0 } + Self.furtherColumns
                + fieldNames.map { "HB.field.\($0)" })
        for (number, entity) in entities.enumerated() {
            let id = entity.text("id")
            guard !places.contains(id) else { continue }
            let own = try attachments.take(of: id, number: number)
            var cells = [
                id, container(of: id) ?? "", location(of: id).joined(separator: " / "),
                (tags[id] ?? []).joined(separator: "; "),
            ]
            cells += Self.attributes.map { Self.cell($0, of: entity) }
            let type = typeNames[entity.text("entity_type_entities")] ?? ""
            cells += [
                Self.instant(entity.text("created_at")), type == "Item" ? "" : type,
                EvidenceEntry.text(own.entries), try CareEntry.text(care[id] ?? []),
                own.missing.joined(separator: "; "),
            ]
            cells += fieldNames.map { name in
                (fields[id] ?? []).filter { $0.name == name }.map(\.text).joined(separator: "; ")
            }
            text += Self.line(cells)
        }
        let path = "\(folder)/items.csv"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    // MARK: - Columns

    /// The columns that are made of several records.
    private static let references = ["import_ref", "parent_import_ref", "location", "tags"]

    /// The columns with the names of their attributes.
    private static let attributes = [
        "asset_id", "archived", "name", "quantity", "low_stock_threshold", "description", "insured",
        "notes", "purchase_price", "purchase_from", "purchase_date", "manufacturer", "model_number",
        "serial_number", "lifetime_warranty", "warranty_expires", "warranty_details", "sold_to",
        "sold_price", "sold_date", "sold_notes",
    ]

    /// The columns that Homebox's own table lacks.
    private static let furtherColumns = ["created", "type", "files", "care", "Attachments"]

    /// The container of an item; nil if that is a location.
    private func container(of id: String) -> String? {
        guard let parent = parents[id], names[parent] != nil, !places.contains(parent) else {
            return nil
        }
        return parent
    }

    /// The path of names to the location of an item, outermost first.
    private func location(of id: String) -> [String] {
        var path: [String] = []
        var seen: Set = [id]
        var next = parents[id]
        while let place = next, seen.insert(place).inserted, let name = names[place] {
            // A slash separates the names of a path.
            if places.contains(place) { path.insert(name.replacing("/", with: "-"), at: 0) }
            next = parents[place]
        }
        return path
    }

    private func tags() throws -> [String: [String]] {
        let names = Self.texts("name", of: try Self.rows("tags", in: folder))
        var tags: [String: [String]] = [:]
        for link in try Self.rows("tag_entities", in: folder) {
            guard let name = names[link.text("tag_id")] else { continue }
            tags[link.text("entity_id"), default: []].append(name)
        }
        return tags.mapValues { $0.sorted() }
    }

    private func fields() throws -> [String: [(name: String, text: String)]] {
        var fields: [String: [(name: String, text: String)]] = [:]
        for field in try Self.rows("entity_fields", in: folder) {
            let text =
                switch field.text("type") {
                case "number": field.text("number_value")
                case "boolean": field.isTrue("boolean_value") ? "yes" : "no"
                case "time": Self.day(field.text("time_value")) ?? ""
                default: field.text("text_value")
                }
            let name = ImportRow.oneLine(field.text("name"))
            guard !name.isEmpty, !text.isEmpty else { continue }
            fields[field.text("entity_fields"), default: []].append((name, text))
        }
        return fields
    }

    /// The maintenance of items: records with the same name become one task.
    private func care() throws -> [String: [CareEntry]] {
        var care: [String: [CareEntry]] = [:]
        let entries = try Self.rows("maintenance_entries", in: folder).sorted {
            $0.text("date") < $1.text("date")
        }
        for entry in entries {
            let id = entry.text("entity_id")
            let title = ImportRow.oneLine(entry.text("name"))
            guard !title.isEmpty else { continue }
            let notes = entry.text("description")
            let cost = Decimal(string: entry.text("cost")).flatMap {
                $0 > 0 ? Money.plainText($0) : nil
            }
            var tasks = care[id] ?? []
            let place = tasks.firstIndex { $0.title == title }
            let text = notes.isEmpty ? nil : notes
            if let day = Self.day(entry.text("date")) {
                let done = CareEntry.Done(date: day, cost: cost, notes: text)
                if let place {
                    tasks[place].done = (tasks[place].done ?? []) + [done]
                } else {
                    tasks.append(CareEntry(title: title, done: [done]))
                }
            } else if let due = Self.day(entry.text("scheduled_date")), let place,
                tasks[place].due == nil
            {
                tasks[place].due = due
            } else {
                tasks.append(
                    CareEntry(
                        title: title, due: Self.day(entry.text("scheduled_date")), cost: cost,
                        notes: text))
            }
            care[id] = tasks
        }
        return care
    }

    // MARK: - Texts

    /// An attribute in the notation of Homebox's table.
    private static func cell(_ key: String, of entity: [String: JSONCell]) -> String {
        guard ["archived", "insured", "lifetime_warranty"].contains(key) else {
            return entity.text(key)
        }
        return entity.isTrue(key) ? "true" : "false"
    }

    /// The day of an instant; nil for none, which Homebox writes as one of the year 1.
    private static func day(_ text: String) -> String? {
        let day = String(text.prefix(10))
        return day.hasPrefix("0001") ? nil : ImportDate(day).map { $0.day.description }
    }

    /// An instant without fractions of a second; empty for none.
    private static func instant(_ text: String) -> String {
        let instant = String(text.prefix(19).replacing(" ", with: "T")) + "Z"
        return ImportDate(instant) == nil ? "" : instant
    }

    private static func line(_ cells: [String]) -> String {
        cells.map { cell in "\"" + FormulaText.defused(cell).replacing("\"", with: "\"\"") + "\"" }
            .joined(separator: ",") + "\r\n"
    }

    /// The rows of a table; none if it was not exported.
    private static func rows(_ table: String, in folder: String) throws -> [[String: JSONCell]] {
        let path = "\(folder)/\(table).json"
        guard access(path, F_OK) == 0 else { return [] }
        let limit = ImportLimits().bytes
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        guard size <= limit else { throw CSVFault.largeFile(size: size, limit: limit) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        do {
            return try JSONDecoder().decode([[String: JSONCell]]?.self, from: data) ?? []
        } catch is DecodingError { throw ImportFault.noCollection(name: table + ".json") }
    }
}

extension [String: JSONCell] {
    /// Whether a member is true, in the notation of any database.
    func isTrue(_ key: String) -> Bool { ["yes", "1", "true"].contains(text(key).lowercased()) }
}
