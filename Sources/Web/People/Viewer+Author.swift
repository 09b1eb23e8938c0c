import Domain

extension Viewer {
    /// In whose name something is saved: a script has its own behind that of its person.
    var author: String? {
        switch self {
        case .anybody, .stranger: nil
        case .person(let account, _): account.name
        case .script(let token): "\(token.account.name) (token \(token.name))"
        }
    }

    /// In whose name something is saved, and by which means.
    func author(by means: String) -> String { author.map { "\($0) (\(means))" } ?? means }
}
