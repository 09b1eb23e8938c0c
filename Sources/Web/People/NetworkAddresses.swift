import Foundation

/// The addresses of this machine in its networks.
enum NetworkAddresses {
    /// Those of IPv4 that are up, without loopback; of homes' networks first, those of containers and
    /// virtual machines last.
    static var own: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let all = sequence(first: first) { $0?.pointee.ifa_next }.compactMap { $0?.pointee }
        return all.compactMap(address).sorted { rank($0) < rank($1) }.map(\.address)
    }

    private static func address(_ interface: ifaddrs) -> (name: String, address: String)? {
        let flags = interface.ifa_flags
        guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
            let socket = interface.ifa_addr, socket.pointee.sa_family == sa_family_t(AF_INET)
        else { return nil }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            socket, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0,
            NI_NUMERICHOST)
        guard code == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return (String(cString: interface.ifa_name), String(decoding: bytes, as: UTF8.self))
    }

    private static func rank(_ interface: (name: String, address: String)) -> Int {
        let isVirtual = ["docker", "br-", "veth", "virbr", "lxc"].contains {
            interface.name.hasPrefix($0)
        }
        let homes = ["192.168.", "10.", "172."]
        let place = homes.firstIndex { interface.address.hasPrefix($0) } ?? homes.count
        return place + (isVirtual ? 10 : 0)
    }
}
