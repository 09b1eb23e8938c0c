import Hummingbird

/// The addresses at which a phone of this network reaches the server.
struct PhoneAddresses: Sendable {
    /// As `https://house.local:8080`, the likeliest first.
    let all: [String]

    /// Those at which the phones of a site reach it, below its base path: as the command line has it, or else as
    /// an owner has let the network in.
    init(_ request: Request, _ context: SiteContext, _ site: Site) {
        let known = PhoneAddresses(
            site.configuration, request.head.authority ?? "",
            isSecure: context.visit.way.isSecure, NetworkAddresses.own
        ).all
        let further = site.network.addresses.filter { !known.contains($0) }
        all = (known + further).map { $0 + site.links.basePath.path }
    }

    /// - Parameters:
    ///   - authority: the name and port by which the browser that asks knows the server.
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
        var seen: Set<String> = []
        all = names.filter { !$0.isEmpty }.map {
            ServerAuthority.address($0, port: String(port ?? ""), isSecure: isSecure)
        }.filter { seen.insert($0).inserted }
    }
}

extension AppConfiguration {
    /// Whether it listens on all addresses of the machine.
    var isOpenToAll: Bool { ["0.0.0.0", "::", "[::]"].contains(host) }
}
