/// A type of PostgreSQL's, by its number in the catalogue.
enum ServerType: UInt32 {
    /// Left to the server to find out.
    case unknown = 0
    case boolean = 16
    case bytes = 17
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case double = 701
    case timestamp = 1184
    case numeric = 1700
    case uuid = 2950
}
