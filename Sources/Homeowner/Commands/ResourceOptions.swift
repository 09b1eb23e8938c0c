import ArgumentParser
import Web

/// Where the templates and the public files are, as commands that serve pages take it.
struct ResourceOptions: ParsableArguments {
    @Option(help: "The folder of templates. Default: Views, next to the program.")
    var views: String?

    @Option(
        name: .customLong("public"),
        help: "The folder of style sheets and scripts. Default: Public, next to the program.")
    var publicFolder: String?

    var viewsDirectory: String { get throws { try ResourceFolder.views.locate(named: views) } }
    var publicDirectory: String {
        get throws { try ResourceFolder.public.locate(named: publicFolder) }
    }
}
