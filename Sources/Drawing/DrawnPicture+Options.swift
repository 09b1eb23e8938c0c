extension DrawnPicture {
    /// The options for encoding a drawn picture.
    public struct Options: Sendable, Hashable {
        /// The colour spaces of a file.
        public enum Colours: Sendable {
            case sRGB, grey, cmyk, displayP3
        }

        /// The colours of the file.
        public var colours = Colours.sRGB
        /// Whether the file embeds the colour profile, if the colour space has one.
        public var embedsProfile = true
        /// Whether each colour has 16 bits instead of 8; PNG and TIFF only.
        public var isDeep = false
        /// Whether everything outside an ellipse in the middle is transparent; not for JPEG.
        public var isTransparent = false
        /// Whether the picture is a progressive JPEG or an interlaced PNG.
        public var isInterlaced = false
        /// Whether the colours come from a table of at most 256; PNG only.
        public var hasPalette = false
        /// Whether HEIF contains AV1 instead of HEVC, which makes the file an AVIF.
        public var usesAV1 = false
        /// The number of frames of an animation; GIF and WebP only. Later frames are negatives.
        public var frames = 1
        /// The quality of a lossy format, 1 … 100.
        public var quality = 80
        /// EXIF entries as a camera writes them, by directory and tag: `ifd0-Model`, or
        /// `ifd3-GPSLatitude` with `48/1 51/1 2964/100`.
        public var exif: [String: String] = [:]
        /// Whether the picture has the grain of a photograph.
        public var hasGrain = true

        /// The default options.
        public init() {}
    }
}
