import Foundation

extension String {
    /// The name of a file as people see it: composed, on one line, without what cannot be seen, which would hide
    /// how it ends. Every name of a file that comes in, is shown or goes out has this form; empty if nothing is
    /// left.
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

    /// The same as a name that every file system takes, of so many bytes at most: what one of them refuses
    /// becomes `_`, and no dot or space is at an end.
    ///
    /// - Parameter other: what a name is called of which nothing is left.
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
