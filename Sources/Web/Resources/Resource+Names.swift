import Persistence

extension Resource {
    /// Refuses a name that another record has, whatever its case and accents.
    ///
    /// - Parameter field: the attribute. Default: `name`.
    /// - Throws: errors of the store.
    func checkName(
        _ field: String = "name", of record: Record, _ decoder: inout FormDecoder,
        in context: ManagedObjectContext
    ) throws {
        try checkName(field, of: record, &decoder) { name in
            let request = try FetchRequest<Record>(format: "%K ==[cd] %@", field, name)
            return try context.fetch(request).first { $0 !== record }
        }
    }

    /// Refuses a name that another record has: the two could not be told apart. The name that a record had
    /// before is its own, in other letters too.
    ///
    /// - Parameters:
    ///   - field: the attribute. Default: `name`.
    ///   - named: finds another record of a name.
    /// - Throws: what the closure throws.
    func checkName(
        _ field: String = "name", of record: Record, _ decoder: inout FormDecoder,
        named: (String) throws -> Record?
    ) throws {
        guard decoder.message(for: field) == nil,
            let name = try record.value(forKey: field) as? String
        else { return }
        if case .string(let former)? = record.committedValues(forKeys: [field])[field],
            former.lowercased() == name.lowercased()
        {
            return
        }
        guard let other = try named(name) else { return }
        let taken = try other.value(forKey: field) as? String ?? name
        let label = fields.first { $0.name == field }?.label ?? words.one
        decoder.fail(field, label, "there is a \(words.one) “\(taken)” already")
    }
}
