import Foundation

/// The names by which the machines of a network know this one.
struct MachineNames: Sendable, Equatable {
    /// Its addresses, the likeliest first.
    let addresses: [String]
    /// `house.local`, which networks without a server for names know it by, and its own name.
    let hosts: [String]

    /// The names as they are now.
    static var own: MachineNames {
        var buffer = [CChar](repeating: 0, count: 256)
        let isKnown = gethostname(&buffer, buffer.count - 1) == 0
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return MachineNames(
            addresses: NetworkAddresses.own,
            host: isKnown ? String(decoding: bytes, as: UTF8.self) : "")
    }

    init(addresses: [String], host: String) {
        self.addresses = addresses
        let name = host.lowercased()
        let first = String(name.prefix { $0 != "." })
        let isName =
            !first.isEmpty && first != "localhost"
            && first.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == 45
            }
        hosts = isName ? [first + ".local"] + (name == first + ".local" ? [] : [name]) : []
    }

    /// All of them.
    var all: [String] { addresses + hosts }
}
