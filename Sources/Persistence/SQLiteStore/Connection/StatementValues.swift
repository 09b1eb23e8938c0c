/// Gives the values of a statement's parameters one behind the other.
///
/// It has to live until the statement has run: bound strings are in its binder. A statement that runs inside
/// another one has one of its own.
struct StatementValues: SQLParameters {
    private let statement: Statement
    private var binder: ValueBinder?
    private var position = 0

    /// - Parameter binder: keeps longer values; nil for one that is made when it is needed.
    init(_ statement: Statement, _ binder: ValueBinder? = nil) {
        self.statement = statement
        self.binder = binder
    }

    /// Begins again. The statement must not run before all is given again.
    mutating func startRecord() {
        binder?.startRecord()
        position = 0
    }

    mutating func append(_ value: Int64) throws {
        position += 1
        try statement.bind(value, at: position)
    }

    mutating func appendNull() throws {
        position += 1
        try statement.bindNull(at: position)
    }

    mutating func append(constant value: AttributeValue) throws {
        position += 1
        if let binder { return try binder.bind(value, to: statement, at: position) }
        let own = ValueBinder(capacity: 1024)
        binder = own
        try own.bind(value, to: statement, at: position)
    }

    mutating func append(keys: some RandomAccessCollection<Int64>) throws {
        for key in keys { try append(key) }
        guard let last = keys.last else { return }
        for _ in keys.count..<SQLDialect.sqlite.keyCount(for: keys.count) { try append(last) }
    }
}
