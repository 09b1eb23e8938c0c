import Foundation

extension String {
    /// The file name for display: composed, on one line, without invisible characters, which could
    /// hide the extension. All names of uploaded, displayed and downloaded files have this form;
    /// empty if nothing is left.
    public var visibleFileName: String {
        var visible = UnicodeScalarView()
        for scalar in precomposedStringWithCanonicalMapping.unicodeScalars {
            let category = scalar.properties.generalCategory
            let isLineEnd = category == .lineSeparator || category == .paragraphSeparator
            if isLineEnd || (category == .control && scalar.properties.isWhitespace) {
                visible.append(" ")
            } else if !scalar.isUnseen {
                visible.append(scalar)
            }
        }
        let name = String(visible).trimmingCharacters(in: .whitespaces)
        return name.isUnseen ? "" : name
    }

    /// The name for any file system, with a maximum length: unsupported characters become `_`, and
    /// dots and spaces at the ends are removed.
    ///
    /// - Parameter other: the name if nothing is left.
    public func portableFileName(mostBytes: Int, otherwise other: String) -> String {
        var portable = ""
        for character in visibleFileName {
            let isRefused = character.unicodeScalars.contains {
                "/\\:*?\"<>|".unicodeScalars.contains($0)
            }
            let kept = isRefused ? "_" : character
            guard portable.utf8.count + kept.utf8.count <= mostBytes else { break }
            portable.append(kept)
        }
        portable = portable.trimmingCharacters(in: CharacterSet(charactersIn: " ."))
        return portable.isEmpty ? other : portable
    }
}
