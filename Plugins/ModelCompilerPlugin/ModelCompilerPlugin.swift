import Foundation
import PackagePlugin

/// Generates typed properties from the models (`NAME.xcdatamodeld`) among a target's resources.
@main
struct ModelCompilerPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let compiler = try context.tool(named: "ModelCompiler")
        return try models(of: target).map { model in
            let name = model.deletingPathExtension().lastPathComponent
            return .buildCommand(
                displayName: "Generating properties from \(model.lastPathComponent)",
                executable: compiler.url,
                arguments: [model.path, context.pluginWorkDirectoryURL.path],
                inputFiles: try files(of: model),
                outputFiles: [
                    context.pluginWorkDirectoryURL.appendingPathComponent(
                        "\(name)+Properties.swift")
                ])
        }
    }

    private func models(of target: any SourceModuleTarget) -> [URL] {
        target.sourceFiles.map(\.url).filter { $0.pathExtension == "xcdatamodeld" }
            .sorted { $0.path < $1.path }
    }

    /// Every version's contents and the file that says which one is current: when one of them
    /// changes, the properties are generated again.
    private func files(of model: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: model, includingPropertiesForKeys: nil)
            .compactMap { url in
                if url.lastPathComponent == ".xccurrentversion" { return url }
                guard url.pathExtension == "xcdatamodel" else { return nil }
                return url.appendingPathComponent("contents")
            }
            .sorted { $0.path < $1.path }
    }
}
