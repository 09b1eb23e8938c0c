import Foundation

/// By which a file is known again, however often it is written.
struct FileNumber: Equatable, LosslessStringConvertible {
    private let device: UInt64
    private let number: UInt64

    /// Nil if there is no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    init?(_ description: String) {
        let parts = description.split(separator: ":").map { UInt64($0) }
        guard parts.count == 2, let device = parts[0], let number = parts[1] else { return nil }
        self.device = device
        self.number = number
    }

    var description: String { "\(device):\(number)" }
}
