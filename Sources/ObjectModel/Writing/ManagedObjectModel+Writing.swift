import Foundation

extension ManagedObjectModel {
    /// The model as Xcode writes it to `contents`: indented by four spaces, without a newline at
    /// the end. Unknown parts are included; comments move to the end of their element.
    public var xmlText: String {
        let header = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        return header + "\n" + ModelWriter(self).model().text(indentation: "")
    }

    /// Writes the model file.
    ///
    /// - Parameter path: the directory of a version (`NAME.xcdatamodel`), which is created if
    ///   necessary, or the path of the XML file.
    /// - Throws: an error with the file's name.
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
