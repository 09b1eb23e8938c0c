public import Foundation
public import Persistence

/// The description of a record's field: its attribute, its label, and the conversion of its text to
/// a value.
///
/// Forms, tables, JSON, imports and messages are all based on it.
public struct FieldDescription: Sendable {
    /// The conversion of the text to a value.
    public enum Kind: Sendable {
        /// Text of one line with a maximum length.
        case line(limit: Int)
        /// Text of any number of lines with a maximum length.
        case text(limit: Int)
        /// An amount of money.
        case money
        /// A whole amount of money; zero for none.
        case wholeMoney
        /// A quantity, with at most three decimal places.
        case quantity(ClosedRange<Decimal>)
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A length in millimeters, with at most two decimal places.
        case millimeters(ClosedRange<Double>)
        /// A day of the calendar.
        case day
        /// An item, by its number, its key, or its name.
        case item
        /// One of several words.
        case choice([FieldChoice])
        /// The destination of a to-one relationship.
        case reference(RecordReference)
        /// The destination of a to-one relationship by its name; an unknown name creates a record.
        case named(RecordReference)
    }

    /// The condition under which digits in a text are rejected as a card number.
    public enum CardGuard: Sendable {
        /// The digits look like a card number.
        case suspected
        /// The digits certainly are a card number. Descriptions of things contain numbers of
        /// devices, which have a check digit too.
        case certain
        /// The digits look like a card number, in a form. A record may have such digits itself.
        case inForms
        /// Digits are never rejected: numbers of phones look the same.
        case never
    }

    /// The value of a field in a copy of a record.
    public enum Copying: Sendable {
        /// The same value.
        case same
        /// The same text, or the next one if it ends in a number.
        case counted
        /// The next text, since users could not distinguish two records with the same text: a text
        /// without a number, and that of a single copy, gets `(2)`.
        case distinct
        /// No value, because it is unique. If a text that ends in a number is typed, each further
        /// copy gets the next one.
        case numbered
        /// No value, because it is unique. A typed text is used for the first copy only.
        case unique
    }

    /// The name of the attribute or relationship, also used for the form field.
    public let name: String
    /// The label for people.
    public let label: String
    public let kind: Kind
    /// Whether a value is required.
    public var isRequired: Bool
    /// The message for an empty required field.
    public var missing: String
    /// The hint next to the field; empty for none.
    public var hint: String
    /// The names of the column in tables of other programs, in lower case without spaces and
    /// punctuation.
    public var importedFrom: [String]
    public var cardGuard: CardGuard
    /// The value of the field in a copy of a record.
    public var copying: Copying
    /// Converts a line before it is checked. Default: leaves it as it is.
    public var reading: @Sendable (String) -> String
    /// The conversion of a value that is not the one of the attribute; nil, the default, for none.
    public var spelling: FieldSpelling?
    /// The value of a whole number that is left empty; nil, the default, for none.
    public var numberIfEmpty: Int64?
    /// The number of lines of a text in the form. Default: 8.
    public var lines: Int
    /// Whether it is a code, which is typed without corrections. Default: no.
    public var isCode: Bool
    /// Whether the form shows it beside the next field. Default: no.
    public var isBesideNext: Bool
    /// Whether it is in the collapsed part of the form. Default: no.
    public var isDetail = false

    public init(
        _ name: String, _ label: String, _ kind: Kind, isRequired: Bool = false,
        missing: String = "enter a value", hint: String = "", importedFrom: [String] = [],
        cardGuard: CardGuard = .suspected, copying: Copying = .same,
        reading: @escaping @Sendable (String) -> String = { $0 }, spelling: FieldSpelling? = nil,
        numberIfEmpty: Int64? = nil, lines: Int = 8, isCode: Bool = false,
        isBesideNext: Bool = false
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
        self.spelling = spelling
        self.numberIfEmpty = numberIfEmpty
        self.lines = lines
        self.isCode = isCode
        self.isBesideNext = isBesideNext
    }

    /// The records that it can refer to; nil for a value.
    public var reference: RecordReference? {
        switch kind {
        case .reference(let reference), .named(let reference): reference
        default: nil
        }
    }

    /// Whether its value is a text that users write, of one or more lines.
    public var isText: Bool {
        switch kind {
        case .line, .text: spelling == nil
        default: false
        }
    }
}

/// A word to choose from.
public struct FieldChoice: Sendable, Hashable {
    public let value: String
    public let label: String

    public init(value: String, label: String) {
        self.value = value
        self.label = label
    }
}

/// The records that a field can refer to.
public struct RecordReference: Sendable {
    public let entityName: String
    /// The attribute that titles and sorts the records.
    public let label: String
    /// The noun for a record: `category`.
    public let noun: String
    /// The label for no record: `No category`.
    public let none: String
    /// The options with a separate order and separate names; nil, the default, for all records by
    /// their label.
    public var options: (@Sendable (ManagedObjectContext) throws -> [FieldChoice])?
    /// The condition for offered records; nil for all.
    public var isOffered: FetchPredicate?
    /// Whether they are locations, so that the name of a new one can be entered instead.
    public var takesNewLocation: Bool
    /// Whether the attribute holds the number of the record, which stays when that is deleted; false for
    /// a relationship.
    public var isByNumber: Bool

    public init(
        entityName: String, label: String, noun: String, none: String,
        options: (@Sendable (ManagedObjectContext) throws -> [FieldChoice])? = nil,
        isOffered: FetchPredicate? = nil, takesNewLocation: Bool = false, isByNumber: Bool = false
    ) {
        self.entityName = entityName
        self.label = label
        self.noun = noun
        self.none = none
        self.options = options
        self.isOffered = isOffered
        self.takesNewLocation = takesNewLocation
        self.isByNumber = isByNumber
    }
}
