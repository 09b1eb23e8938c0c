import Hummingbird

/// The addresses with which the codes of labels may begin: those at which phones reach the server.
struct LabelAddresses: Sendable {
    /// The likeliest first; empty where codes lead nowhere.
    let all: [String]
    let chosen: String
    /// Whether no other machine reaches the server.
    let isLocal: Bool
    /// What was asked for and is none of them; nil if nothing was.
    let unknown: String?

    /// For labels whose codes are no addresses.
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
