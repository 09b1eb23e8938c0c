import Foundation
import Hummingbird

/// The addresses at which a phone in this network reaches the server.
struct PhoneAddresses: Sendable {
    /// Addresses such as `https://house.local:8080`, most likely first.
    let all: [String]

    /// The addresses of a site for phones, including its base path, from the command line or from
    /// the network access that an owner has switched on.
    init(_ request: Request, _ context: SiteContext, _ site: Site) {
        let known = PhoneAddresses(
            site.configuration, request.head.authority ?? "",
            isSecure: context.client.connection.isSecure, NetworkAddresses.own
        ).all
        let further = site.network.addresses.filter { !known.contains($0) }
        all = (known + further).map { $0 + site.links.basePath.path }
    }

    /// - Parameters:
    ///   - authority: the host and port in the request of the browser.
    ///   - isSecure: whether connections are encrypted.
    ///   - own: the addresses of the machine in its networks.
    init(
        _ configuration: AppConfiguration, _ authority: String, isSecure: Bool, _ own: [String]
    ) {
        let (name, port) = ServerAuthority.parts(of: authority)
        var names = ([String(name)] + configuration.allowedHosts).filter {
            !LoopbackAddress.contains(String(ServerAuthority.parts(of: $0).name))
        }
        if configuration.allowRemote {
            names += configuration.isOpenToAll ? own : [configuration.host]
        }
        all =
            names.filter { !$0.isEmpty }.map {
                ServerAuthority.address($0, port: String(port ?? ""), isSecure: isSecure)
            }.uniqued
    }
}

extension AppConfiguration {
    /// Whether the server listens on all addresses of the machine.
    var isOpenToAll: Bool { ["0.0.0.0", "::", "[::]"].contains(host) }
}

/// The addresses of this machine in its networks.
enum NetworkAddresses {
    /// The IPv4 addresses of active interfaces except for loopback: home networks first, containers
    /// and virtual machines last.
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

    /// Whether an address, of 4 or 16 bytes, is of this machine.
    static func isOwn(_ address: [UInt8]) -> Bool {
        contains { own, _ in own == address }
    }

    /// Whether an address, of 4 or 16 bytes, is of this machine, or of a network that it is in.
    static func reach(_ address: [UInt8]) -> Bool {
        contains { own, mask in
            guard own.count == address.count, mask.count == own.count,
                mask.contains(where: { $0 != 0 })
            else { return false }
            return own.indices.allSatisfy { (own[$0] ^ address[$0]) & mask[$0] == 0 }
        }
    }

    /// The address, of 4 or 16 bytes, that a host's name states by itself: `192.168.1.7`, `[::1]`,
    /// `localhost`. Nil for a name that has to be looked up.
    static func address(statedBy host: String) -> [UInt8]? {
        var name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[].")).lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") { name = "127.0.0.1" }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        let address = bytes(of: found.pointee.ai_addr)
        return address.isEmpty ? nil : address
    }

    /// Whether an interface has such an address and mask; true if the system does not say.
    private static func contains(_ isSuch: ([UInt8], [UInt8]) -> Bool) -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        let all = sequence(first: first) { $0?.pointee.ifa_next }.compactMap { $0?.pointee }
        return all.contains {
            isSuch(bytes(of: $0.ifa_addr), bytes(of: $0.ifa_netmask))
        }
    }

    /// The bytes of an IP address; none for another.
    private static func bytes(of socket: UnsafeMutablePointer<sockaddr>?) -> [UInt8] {
        guard let socket else { return [] }
        let range: Range<Int>
        switch socket.pointee.sa_family {
        // After the family and the port, and for IPv6 the flow.
        case sa_family_t(AF_INET): range = 4..<8
        case sa_family_t(AF_INET6): range = 8..<24
        default: return []
        }
        return Array(UnsafeRawBufferPointer(start: socket, count: range.upperBound)[range])
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
