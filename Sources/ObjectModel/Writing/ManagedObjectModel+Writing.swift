import Foundation

extension ManagedObjectModel {
    /// The model as Xcode writes it into `contents`: indented by four spaces, without a newline at
    /// the end. Unknown parts are written back; comments come at the end of their element.
    public var xmlText: String {
        let header = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        return header + "\n" + ModelWriter(self).model().text(indentation: "")
    }

    /// Writes the model file.
    ///
    /// - Parameter path: a version's directory (`NAME.xcdatamodel`), which is created if needed, or
    ///   the path of the XML file.
    /// - Throws: an error that names the file if it cannot be written.
    public func write(to path: String) throws(ModelError) {
        var url = URL(fileURLWithPath: path)
        if url.pathExtension == "xcdatamodel" {
            url.appendPathComponent("contents")
        }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(xmlText.utf8).write(to: url, options: .atomic)
        } catch {
            throw ModelError(file: url.path, "the file cannot be written: \(error)")
        }
    }
}
