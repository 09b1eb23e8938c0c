/// The user's guide. Its pages are made from the Markdown in the folder `Guide` when the program is
/// built.
enum Guide {
    /// The address of the server in the guide's texts.
    private static let server = "http://127.0.0.1:8080"

    /// The page with a name; nil if there is none.
    static func page(named name: String) -> GuidePage? { pages.first { $0.name == name } }

    /// A text of the guide with the server's address: absolute in commands to copy, and as a path
    /// in links and pictures.
    ///
    /// - Parameters:
    ///   - html: the text.
    ///   - server: `http://house.local:8080`.
    ///   - basePath: the prefix of the site's paths.
    static func html(_ html: String, server: String, basePath: String) -> String {
        let basePath = HTMLText.escaped(basePath)
        return html.replacing("=\"\(Self.server)/", with: "=\"\(basePath)/")
            .replacing(Self.server, with: HTMLText.escaped(server) + basePath)
    }
}
