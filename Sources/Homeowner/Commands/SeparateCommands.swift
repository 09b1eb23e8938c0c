import ArgumentParser
import Foundation
import Imaging

/// `homeowner document-page`: run by the program itself, as a separate process for each document.
struct DocumentPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DocumentPage.command,
        abstract: "Writes a small picture of a document's first page to standard output.",
        shouldDisplay: false)

    @Argument(help: "The document.")
    var document: String

    func run() throws {
        guard SeparateProcess.limit(), let picture = DocumentPage.picture(ofFileAt: document)
        else { throw ExitCode.failure }
        FileHandle.standardOutput.write(picture)
    }
}

/// `homeowner read-codes`: run by the program itself, as a separate process for each picture.
struct ReadCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PictureCode.command,
        abstract: "Writes the QR codes and barcodes of a picture to standard output, as JSON.",
        shouldDisplay: false)

    @Argument(help: "The picture.")
    var picture: String

    func run() throws {
        guard SeparateProcess.limit() else { throw ExitCode.failure }
        FileHandle.standardOutput.write(try PictureCode.document(ofFileAt: picture))
    }
}

extension SeparateProcess {
    /// Makes the program run itself for files that it does not open in its own process.
    static func useThisProgram() {
        guard let path = realpath("/proc/self/exe", nil) else { return }
        defer { free(path) }
        use(String(cString: path))
    }
}
