import Persistence

extension Importer {
    /// Sets the custom fields of an item. A missing field is created for all items; an empty cell
    /// changes nothing.
    func setFields(of item: Item) throws {
        for (name, text) in try row.row.ownFields {
            guard let field = try field(name, of: item) else { continue }
            let isDay = field.fieldKind == .date
            let text = isDay ? file.rows.notations.text(text, .fields, field: name) : text
            do throws(FieldFault) {
                let reading = try field.fieldKind.reading(text)
                let former = item.fieldValue(field)?.text ?? ""
                guard former != reading.text else { continue }
                row.note(
                    .fields, from: former.isEmpty ? "" : "\(name): \(former)",
                    to: "\(name): \(reading.text)")
                item.setValue(reading, of: field, in: context)
                if let value = item.fieldValue(field) { own(value) }
            } catch { row.fail(.fields, "“\(name.prefix(60))”: \(error.message)") }
        }
    }

    /// The field with a name: that of the item's type, that of all items, or any other; a new one
    /// if there is none.
    private func field(_ name: String, of item: Item) throws -> ItemField? {
        if list.fields == nil {
            list.fields = Dictionary(grouping: try ItemField.all(in: context)) {
                ($0.name ?? "").foldedForMatching
            }
        }
        let folded = name.foldedForMatching
        if let fields = list.fields?[folded], let first = fields.first {
            return fields.first { $0.assetType != nil && $0.assetType === item.assetType }
                ?? fields.first { $0.assetType == nil } ?? first
        }
        let count = list.fields?.values.reduce(0) { $0 + $1.count }
        guard count ?? 0 < ItemField.most else {
            row.fail(.fields, "a household has at most \(ItemField.most) fields")
            return nil
        }
        let kinds = try list.fieldKinds ?? readFieldKinds()
        let field = try ItemField.append(in: context)
        field.name = name
        field.kind = (kinds[folded] ?? .text).rawValue
        add(field, as: "field \(folded)", "the field “\(name)”")
        list.fields?[folded] = [field]
        list.fieldKinds = kinds
        return field
    }

    /// The kind of each field in the file: day, number or flag if all its cells are in that
    /// notation, so that no text is changed.
    private func readFieldKinds() throws -> [String: ItemFieldKind] {
        var kinds: [String: [ItemFieldKind]] = [:]
        for index in 0..<file.rows.count {
            try step(index)
            for (name, text) in try file.rows.row(at: index).ownFields {
                let name = name.foldedForMatching
                kinds[name] = (kinds[name] ?? [.flag, .date, .number]).filter { $0.reads(text) }
            }
        }
        return kinds.mapValues { $0.first ?? .text }
    }
}

extension ItemFieldKind {
    /// Whether a field of the kind keeps a text unchanged.
    fileprivate func reads(_ text: String) -> Bool { (try? reading(text))?.text == text }
}
