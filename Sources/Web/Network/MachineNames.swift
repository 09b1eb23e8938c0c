import Foundation

/// The names of this machine in its networks.
struct MachineNames: Sendable, Equatable {
    /// The addresses, most likely first.
    let addresses: [String]
    /// The names: `house.local` for networks without a DNS server, and the host name.
    let hosts: [String]

    /// The current names.
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

    /// All names and addresses.
    var all: [String] { addresses + hosts }
}
