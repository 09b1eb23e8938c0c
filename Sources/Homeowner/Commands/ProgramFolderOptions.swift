public import ArgumentParser
public import Web

/// The folders of templates and public files, as command-line options.
struct ProgramFolderOptions: ParsableArguments {
    @Option(help: "The folder of templates. Default: Views, next to the program.")
    var views: String?

    @Option(
        name: .customLong("public"),
        help: "The folder of style sheets and scripts. Default: Public, next to the program.")
    var publicFolder: String?

    var viewsDirectory: String { get throws { try ProgramFolder.views.locate(named: views) } }
    var publicDirectory: String {
        get throws { try ProgramFolder.public.locate(named: publicFolder) }
    }
}

extension LogFormat: ExpressibleByArgument {}
