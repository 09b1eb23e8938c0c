extension DrawnPicture {
    /// How a drawn picture is stored in a file.
    public struct Options: Sendable, Hashable {
        /// The colours that the numbers of the file stand for.
        public enum Colours: Sendable {
            case sRGB, grey, cmyk, displayP3
        }

        /// The colours of the file.
        public var colours = Colours.sRGB
        /// Whether the colour profile goes into the file, where the colours have one.
        public var embedsProfile = true
        /// 16 bits for each colour instead of 8; PNG and TIFF only.
        public var isDeep = false
        /// Whether everything outside an ellipse in the middle is transparent; not for JPEG.
        public var isTransparent = false
        /// Progressive JPEG, interlaced PNG.
        public var isInterlaced = false
        /// At most 256 colours from a table; PNG only.
        public var hasPalette = false
        /// AV1 instead of HEVC inside HEIF, which makes the file an AVIF.
        public var usesAV1 = false
        /// How many frames an animation has; GIF and WebP only. Later frames are negatives.
        public var frames = 1
        /// The quality of a lossy format, 1 … 100.
        public var quality = 80
        /// EXIF entries as a camera writes them, by directory and tag: `ifd0-Model`, or
        /// `ifd3-GPSLatitude` with `48/1 51/1 2964/100`.
        public var exif: [String: String] = [:]
        /// Whether the picture has the grain of a photograph.
        public var hasGrain = true

        /// Plain pictures; change what should differ.
        public init() {}
    }
}
