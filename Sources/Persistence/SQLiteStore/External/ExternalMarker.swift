import Foundation

/// What a column holds for an attribute that may live beside the store: a first byte that tells
/// whether the value follows or the name of its file.
enum ExternalMarker {
    /// The value itself.
    case inline(Data)
    /// The name of the file that holds the value.
    case file(String)
    /// Bytes without a known marker.
    case unknown

    init(_ stored: Data) {
        switch stored.first {
        case 1: self = .inline(Data(stored.dropFirst()))
        case 2: self = Self.fileName(in: stored).map { .file($0) } ?? .unknown
        default: self = stored.isEmpty ? .inline(Data()) : .unknown
        }
    }

    /// The bytes for the column.
    var stored: Data {
        switch self {
        case .inline(let data): Data([1]) + data
        case .file(let name): Data([2]) + Data(name.utf8) + Data([0])
        case .unknown: Data()
        }
    }

    /// A name is a UUID, so that it cannot lead out of its directory.
    private static func fileName(in stored: Data) -> String? {
        let bytes = stored.dropFirst().prefix { $0 != 0 }
        guard stored.count <= 64,
            let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return uuid.uuidString
    }
}
