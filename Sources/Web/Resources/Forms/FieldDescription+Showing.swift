import Domain
import Foundation
import Persistence

extension FieldDescription {
    /// The options, where they do not depend on records.
    var choices: [SelectOption] {
        if case .choice(let choices) = kind { choices.map(SelectOption.init) } else { [] }
    }

    /// A text of the field for people: an amount with its currency; unreadable text as it was
    /// typed.
    ///
    /// - Parameter currency: the currency of amounts.
    func shown(_ text: String, in currency: Currency) -> String {
        switch kind {
        case .money:
            (try? Money.parse(text, in: currency, by: .current)).map(currency.text) ?? text
        case .wholeMoney:
            (try? WholeAmount.parse(text, in: currency, by: .current))
                .map { $0 == 0 ? "" : currency.wholeText(Int64($0)) } ?? text
        default: text
        }
    }

    /// The value of a record as text of the field.
    ///
    /// - Throws: errors of the store, and of a name that the record does not have.
    func text(of record: ManagedObject) throws -> String {
        if let spelling { return try spelling.text(record, .current) }
        guard case .reference(let reference) = kind, !reference.isByNumber else {
            return try value(of: record).text
        }
        // The related record need not be fetched.
        let number = (try record.value(forKey: name) as? ManagedObject)?.objectID.recordNumber
        return number.map { String($0) } ?? ""
    }

    /// The initial text of the field for a new record. The model's default of zero for an amount is
    /// left out, because it is not a real price.
    ///
    /// - Throws: errors of a name that the record does not have.
    func defaultText(of record: ManagedObject) throws -> String {
        if case .money = kind, try record.value(forKey: name) as? Decimal == 0 { return "" }
        return try text(of: record)
    }

    /// The records to choose from, no record first; empty for other fields.
    ///
    /// - Throws: errors of the store.
    func options(in context: ManagedObjectContext) throws -> [SelectOption] {
        switch kind {
        case .choice: return choices
        case .reference(let reference):
            let none = [SelectOption(value: "", label: reference.none)]
            if let options = reference.options {
                return none + (try options(context)).map(SelectOption.init)
                    + (reference.takesNewLocation ? [.newLocation()] : [])
            }
            return none
                + (try reference.records(in: context).map { record in
                    SelectOption(
                        value: String(record.savedNumber),
                        label: try reference.title(of: record))
                })
        case .named(let reference):
            return try reference.records(in: context).map { record in
                let name = try record.value(forKey: reference.label) as? String ?? ""
                return SelectOption(value: name, label: name)
            }
        default: return []
        }
    }
}

extension RecordReference {
    /// The records to choose from, by name.
    ///
    /// - Throws: errors of the store.
    fileprivate func records(in context: ManagedObjectContext) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = isOffered
        request.sortDescriptors = [
            FetchSortDescriptor(label, comparison: .localizedStandard)
        ]
        return try context.fetch(request)
    }
}
