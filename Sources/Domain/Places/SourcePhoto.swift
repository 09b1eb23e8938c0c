public import Foundation

/// A photo as listed by its source.
public struct SourcePhoto: Sendable, Hashable {
    /// The source's identifier of the photo.
    public var id: String
    /// The title for people.
    public var title: String
    /// The size of the image in bytes; 0 if unknown.
    public var byteCount: Int64 = 0
    /// The time of the image's last change.
    public var modifiedAt: Date?
    /// The inode number of the file, which identifies it after a rename; 0 for none.
    public var fileNumber: Int64 = 0
    /// Whether it seems to be a picture.
    public var isPicture = true
    /// The details of the picture; nil if it has to be read first.
    public var details: Details?
    /// The address of the image, for sources that give one.
    public var imageURL: String?

    /// The metadata of a picture.
    public struct Details: Sendable, Hashable {
        public var width = 0
        public var height = 0
        /// The time at which the picture was taken, as records store it (`CaptureTime`).
        public var takenAt: Date?
        public var camera: String?
        public var latitude: Double?
        public var longitude: Double?

        public init() {}
    }

    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }
}
