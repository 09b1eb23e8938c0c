import Persistence

/// A field of a resource's form: the attribute that it shows and takes, and how.
struct RecordField: Sendable {
    /// How the text of a field becomes a value.
    enum Kind: Sendable {
        /// Text of one line, of so many characters at most.
        case line(limit: Int)
        /// Text of any number of lines, of so many characters at most.
        case text(limit: Int)
        /// An amount of money.
        case money
        /// A quantity, with three decimal places at most.
        case quantity
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A length in millimetres, with two decimal places at most.
        case millimetres(ClosedRange<Double>)
        /// A day of the calendar.
        case day
        /// An item, by its number, its key, or its name.
        case item
        /// One of some words.
        case choice([SelectOption])
        /// The record at the end of a to-one relationship.
        case reference(RecordReference)
        /// The same, by its name; a new name makes a record.
        case named(RecordReference)
    }

    /// The name of the attribute or relationship, which is that of the field.
    let name: String
    /// What people call it.
    let label: String
    let kind: Kind
    /// Whether it has to have a value.
    var isRequired = false
    /// Why an empty field is refused.
    var missing = "enter a value"
    /// What helps to fill it; empty for nothing.
    var hint = ""
    /// What is made of a line before it is looked at. Default: nothing else.
    var reading: @Sendable (String) -> String = { $0 }

    init(
        _ name: String, _ label: String, _ kind: Kind, isRequired: Bool = false,
        missing: String = "enter a value", hint: String = "",
        reading: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.missing = missing
        self.hint = hint
        self.reading = reading
    }
}

/// The records that a field offers to refer to.
struct RecordReference: Sendable {
    let entityName: String
    /// The attribute that people know a record by, and by which the records are sorted.
    let label: String
    /// What such a record is: `category`.
    let noun: String
    /// What stands for no record: `No category`.
    let none: String
    /// The records in an order and under names of their own; nil, the default, for all by their label.
    var options: (@Sendable (ManagedObjectContext) throws -> [SelectOption])?
    /// Which records are offered; nil for all.
    var isOffered: FetchPredicate?
    /// Whether they are locations, of which a new one can be named instead.
    var takesNewLocation = false
}

/// A record that people know by more than one attribute.
protocol TitledRecord {
    /// What people know it by.
    var title: String { get }
}
