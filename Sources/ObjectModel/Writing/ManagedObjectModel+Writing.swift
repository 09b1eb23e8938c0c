import Foundation

extension ManagedObjectModel {
    /// The model as Xcode writes it into `contents`: four spaces for each level, no newline at the
    /// end. What this library does not know comes back; comments come back at the end of the
    /// element that they stood in.
    public var xmlText: String {
        let header = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        return header + "\n" + ModelWriter(self).model().text(indentation: "")
    }

    /// Writes the model file.
    ///
    /// - Parameter path: a version's directory (`NAME.xcdatamodel`), which is made if it is not
    ///   there, or the path of the XML file.
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
