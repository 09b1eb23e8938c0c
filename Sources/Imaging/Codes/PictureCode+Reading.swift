package import Foundation

extension PictureCode {
    /// The command that reads codes in a separate process.
    package static let command = "read-codes"

    /// Reads the codes of a picture file on the calling thread, in a separate process if there is a program
    /// for it.
    ///
    /// - Returns: nil without ZBar.
    /// - Throws: an ``ImagingError`` that says what is wrong with the file.
    static func all(ofFileAt path: String, limits: ImageLimits) throws -> [PictureCode]? {
        let picture = try Picture(ofFileAt: path, limits: limits)
        do {
            let output = try LargeDecoding.run(holding: picture.bytesHeld) {
                guard let command = SeparateProcess.command(command) else {
                    return try document(ofFileAt: path)
                }
                guard let output = SeparateProcess.run(command, on: path) else {
                    throw RasterFault()
                }
                return output
            }
            return try JSONDecoder().decode([PictureCode]?.self, from: output)
        } catch is RasterFault {
            throw picture.format.fault(ofFileAt: path)
        }
    }

    /// Reads the codes of a picture file that was checked, in this process.
    ///
    /// - Returns: the codes as JSON; null without ZBar.
    /// - Throws: ``RasterFault`` or an ``ImagingError`` for a picture that cannot be decoded.
    package static func document(ofFileAt path: String) throws -> Data {
        let limits = ImageLimits(maxBytes: .max, maxPixels: .max)
        let picture = try Picture(ofFileAt: path, limits: limits)
        return try JSONEncoder().encode(CodeReader.codes(of: picture, at: path))
    }
}
