/// The addresses at which a phone of this network reaches the server.
struct PhoneAddresses: Sendable {
    /// As `https://house.local:8080`, the likeliest first.
    let all: [String]

    /// - Parameters:
    ///   - authority: the name and port by which the browser that asks knows the server.
    ///   - isSecure: whether connections are encrypted.
    ///   - own: the addresses of the machine in its networks.
    init(
        _ configuration: AppConfiguration, _ authority: String, isSecure: Bool, _ own: [String]
    ) {
        let port = authority.reversed().prefix { $0.isASCII && $0.isNumber }
        let hasPort = authority.dropLast(port.count).last == ":"
        let ending = hasPort ? ":" + String(port.reversed()) : ""
        let name = hasPort ? String(authority.dropLast(port.count + 1)) : authority
        var names: [String] = []
        if !LoopbackAddress.contains(name) { names.append(name) }
        names += configuration.allowedHosts.filter { !LoopbackAddress.contains($0) }
        if configuration.allowRemote {
            names += configuration.isOpenToAll ? own : [configuration.host]
        }
        var seen: Set<String> = []
        all = names.filter { !$0.isEmpty && seen.insert($0).inserted }.map {
            (isSecure ? "https://" : "http://") + $0 + ending
        }
    }
}

extension AppConfiguration {
    /// Whether it listens on all addresses of the machine.
    var isOpenToAll: Bool { ["0.0.0.0", "::", "[::]"].contains(host) }
}
