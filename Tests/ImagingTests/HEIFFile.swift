import Foundation
import Testing

/// Changes to HEIF files.
enum HEIFFile {
    /// Puts a property of one byte in the place of the property with the bits of each channel,
    /// which decoders do not need: so no offset in the file changes.
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
