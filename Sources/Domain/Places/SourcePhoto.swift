public import Foundation

/// A photo as its source lists it.
public struct SourcePhoto: Sendable, Hashable {
    /// What the source knows the photo by.
    public var id: String
    /// The title, for people.
    public var title: String
    /// The size of the image; 0 if the source does not say.
    public var byteCount: Int64 = 0
    /// When the image was last changed.
    public var modifiedAt: Date?
    /// The number of the file, by which it is known again under another name; 0 for none.
    public var fileNumber: Int64 = 0
    /// Whether it seems to be a picture.
    public var isPicture = true
    /// What is known of the picture; nil if it has to be read first.
    public var details: Details?
    /// The address of the image, for sources that give one.
    public var imageURL: String?

    /// What the picture itself says.
    public struct Details: Sendable, Hashable {
        public var width = 0
        public var height = 0
        /// When the picture was taken, as records keep it (`CaptureTime`).
        public var takenAt: Date?
        public var camera: String?
        public var latitude: Double?
        public var longitude: Double?

        public init() {}
    }

    /// Makes a photo.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
