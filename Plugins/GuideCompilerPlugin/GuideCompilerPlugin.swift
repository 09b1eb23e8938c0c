import Foundation
import PackagePlugin

/// Makes the pages that are served as help from the Markdown of the guide.
@main
struct GuideCompilerPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let guide = package.appendingPathComponent("Guide")
        let pictures = package.appendingPathComponent("Public/guide")
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("Guide+Pages.swift")
        return [
            .buildCommand(
                displayName: "Making the pages of the guide",
                executable: try context.tool(named: "GuideCompiler").url,
                arguments: [guide.path, pictures.path, output.path],
                inputFiles: try files(in: guide) + files(in: pictures),
                outputFiles: [output])
        ]
    }

    /// When one of them changes, the pages are made again.
    private func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}
