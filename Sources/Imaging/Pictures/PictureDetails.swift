/// What a picture says of itself besides its pixels: its size, and what the camera wrote.
public struct PictureDetails: Sendable, Hashable {
    /// What the header says.
    public var picture: Picture
    /// When the picture was taken.
    public var takenAt: CaptureTime?
    /// The maker and the model of the camera.
    public var camera: String?
    /// Where the picture was taken.
    public var position: Position?

    /// A place on earth, in degrees.
    public struct Position: Sendable, Hashable {
        /// North of the equator; south is negative.
        public var latitude: Double
        /// East of Greenwich; west is negative.
        public var longitude: Double

        /// Makes a position; nil if there is no such place.
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
    /// Reads the header of a file.
    ///
    /// - Throws: an ``ImagingError`` where the file is no picture that can be opened, is broken,
    ///   or exceeds the limits.
    init(ofFileAt path: String, limits: ImageLimits) throws {
        try self.init(of: Picture(ofFileAt: path, limits: limits), inFileAt: path)
    }

    /// Reads what the camera wrote into a file of which the rest is known.
    ///
    /// - Throws: an ``ImagingError`` where the file is not as it was.
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
