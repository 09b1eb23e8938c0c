import Foundation
import Testing

/// Changes to HEIF files.
enum HEIFFile {
    /// Replaces the property with the bits of each channel, which decoders do not need, by a
    /// property of one byte, so that no offset in the file changes.
    static func replacingPixelInformation(
        in file: Data, with name: String, _ value: UInt8
    ) throws -> Data {
        var changed = file
        let place = try #require(changed.range(of: Data("pixi".utf8)))
        changed.replaceSubrange(place, with: Data(name.utf8))
        changed[place.upperBound] = value
        return changed
    }
}
