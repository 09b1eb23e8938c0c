/// The header of a picture and the camera's metadata.
public struct PictureDetails: Sendable, Hashable {
    /// The header.
    public var picture: Picture
    /// The time at which the picture was taken.
    public var takenAt: CaptureTime?
    /// The maker and the model of the camera.
    public var camera: String?
    /// The place where the picture was taken.
    public var position: Position?

    /// A place on earth, in degrees.
    public struct Position: Sendable, Hashable {
        /// The degrees north of the equator; negative in the south.
        public var latitude: Double
        /// The degrees east of Greenwich; negative in the west.
        public var longitude: Double

        /// Makes a position; nil if it is out of range.
        public init?(latitude: Double, longitude: Double) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                return nil
            }
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}

extension PictureDetails {
    /// Reads the header and metadata of a file.
    ///
    /// - Throws: an ``ImagingError`` if the file is not a picture that can be opened, is broken, or
    ///   exceeds the limits.
    init(ofFileAt path: String, limits: ImageLimits) throws {
        try self.init(of: Picture(ofFileAt: path, limits: limits), inFileAt: path)
    }

    /// Reads the camera's metadata of a file whose header is known.
    ///
    /// - Throws: an ``ImagingError`` if the file has changed.
    init(of picture: Picture, inFileAt path: String) throws {
        self.picture = picture
        do {
            let header = try picture.format.open(path: path)
            let exif = ExifFields(header.bytes("exif-data"))
            takenAt = exif.takenAt
            camera = exif.camera
            position = exif.position
        } catch is RasterFault {
            throw picture.format.fault(ofFileAt: path)
        }
    }
}
