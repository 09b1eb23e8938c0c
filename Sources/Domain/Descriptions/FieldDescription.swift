public import Persistence

/// A field of a record, said once: the attribute that it is, what people call it, and how its text
/// becomes a value.
///
/// Forms, tables, documents for programs, imports and messages all follow it.
public struct FieldDescription: Sendable {
    /// How the text of a field becomes a value.
    public enum Kind: Sendable {
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
        case choice([FieldChoice])
        /// The record at the end of a to-one relationship.
        case reference(RecordReference)
        /// The same, by its name; a new name makes a record.
        case named(RecordReference)
    }

    /// When digits in a text are refused as the number of a card.
    public enum CardGuard: Sendable {
        /// They look like one.
        case suspected
        /// They are a card’s for certain: in what describes a thing there are numbers of devices, which
        /// have a check digit too.
        case certain
        /// They look like one, in a form; a record may have digits of its own there.
        case inForms
    }

    /// What a copy of a record has in a field.
    public enum Copying: Sendable {
        /// The same.
        case same
        /// The same text, or the next one if it ends in a number.
        case counted
        /// The next text, because two records with the same one could not be told apart: a 2 comes behind a
        /// text without a number.
        case distinct
        /// Nothing, because it is one of a kind. If a text is typed that ends in a number, each further copy
        /// has the next.
        case numbered
        /// Nothing, because it is one of a kind. A text that is typed is for the first copy alone.
        case unique
    }

    /// The name of the attribute or relationship, which is that of the field.
    public let name: String
    /// What people call it.
    public let label: String
    public let kind: Kind
    /// Whether it has to have a value.
    public var isRequired: Bool
    /// Why an empty field is refused.
    public var missing: String
    /// What helps to fill it; empty for nothing.
    public var hint: String
    /// What other programs call it in a header, in lower case without spaces and marks.
    public var importedFrom: [String]
    public var cardGuard: CardGuard
    /// What a copy of a record has in the field.
    public var copying: Copying
    /// What is made of a line before it is looked at. Default: nothing else.
    public var reading: @Sendable (String) -> String

    public init(
        _ name: String, _ label: String, _ kind: Kind, isRequired: Bool = false,
        missing: String = "enter a value", hint: String = "", importedFrom: [String] = [],
        cardGuard: CardGuard = .suspected, copying: Copying = .same,
        reading: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.missing = missing
        self.hint = hint
        self.importedFrom = importedFrom
        self.cardGuard = cardGuard
        self.copying = copying
        self.reading = reading
    }

    /// Whether it is a text that people write, of one line or more.
    public var isText: Bool {
        switch kind {
        case .line, .text: true
        default: false
        }
    }
}

/// A word that a field offers.
public struct FieldChoice: Sendable, Hashable {
    public let value: String
    public let label: String

    public init(value: String, label: String) {
        self.value = value
        self.label = label
    }
}

/// The records that a field offers to refer to.
public struct RecordReference: Sendable {
    public let entityName: String
    /// The attribute that people know a record by, and by which the records are sorted.
    public let label: String
    /// What such a record is: `category`.
    public let noun: String
    /// What stands for no record: `No category`.
    public let none: String
    /// The records in an order and under names of their own; nil, the default, for all by their label.
    public var options: (@Sendable (ManagedObjectContext) throws -> [FieldChoice])?
    /// Which records are offered; nil for all.
    public var isOffered: FetchPredicate?
    /// Whether they are locations, of which a new one can be named instead.
    public var takesNewLocation: Bool

    public init(
        entityName: String, label: String, noun: String, none: String,
        options: (@Sendable (ManagedObjectContext) throws -> [FieldChoice])? = nil,
        isOffered: FetchPredicate? = nil, takesNewLocation: Bool = false
    ) {
        self.entityName = entityName
        self.label = label
        self.noun = noun
        self.none = none
        self.options = options
        self.isOffered = isOffered
        self.takesNewLocation = takesNewLocation
    }
}
