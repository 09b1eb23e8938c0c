import Hummingbird

/// The server addresses for the codes on labels: those at which phones reach the server.
struct LabelAddresses: Sendable {
    /// The addresses, most likely first; empty if codes do not contain any.
    let all: [String]
    let chosen: String
    /// Whether other machines cannot reach the server.
    let isLocal: Bool
    /// The requested address if it is none of these; nil without a request.
    let unknown: String?

    /// For labels without addresses in their codes.
    static let none = LabelAddresses(all: [], chosen: "", isLocal: false, unknown: nil)

    private init(all: [String], chosen: String, isLocal: Bool, unknown: String?) {
        (self.all, self.chosen, self.isLocal, self.unknown) = (all, chosen, isLocal, unknown)
    }

    init(_ request: Request, _ context: SiteContext, _ site: Site, asked: String) {
        let phone = PhoneAddresses(request, context, site).all
        let all = phone.isEmpty ? [site.address(of: request)] : phone
        let found = all.first { $0 == asked }
        self.init(
            all: all, chosen: found ?? all.first ?? "", isLocal: phone.isEmpty,
            unknown: asked.isEmpty || found != nil ? nil : asked)
    }
}
