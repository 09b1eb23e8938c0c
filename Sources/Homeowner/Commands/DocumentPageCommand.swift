import ArgumentParser
import Foundation
import Imaging

/// `homeowner document-page`: run by the program itself, as a separate process for each document.
struct DocumentPageCommand: ParsableCommand {
    static let name = "document-page"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Writes a small picture of a document's first page to standard output.",
        shouldDisplay: false)

    @Argument(help: "The document.")
    var document: String

    func run() throws {
        guard let picture = DocumentProgram.picture(ofDocumentAt: document) else {
            throw ExitCode.failure
        }
        FileHandle.standardOutput.write(picture)
    }

    /// Makes the program run itself for documents from now on.
    static func useForDocuments() {
        guard let path = realpath("/proc/self/exe", nil) else { return }
        defer { free(path) }
        DocumentProgram.use([String(cString: path), name])
    }
}
