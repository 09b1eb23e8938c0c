/// A picture that the program draws, for demonstrations and tests: an object in front of a
/// backdrop, like the photos of an inventory, or a landscape like those of a journey.
public struct DrawnPicture: Sendable, Hashable {
    /// The objects and landscapes that can be drawn.
    public enum Subject: String, CaseIterable, Sendable {
        case sofa, ring, lamp, television, armchair, table, bookcase, clock, camera, vase, guitar
        case laptop
        case mountains, seaside, town
    }

    /// The object or landscape.
    public var subject: Subject

    /// The seed of the colors and proportions; the same seed gives the same picture.
    public var seed: Int

    /// The width in pixels, after the orientation is applied.
    public var width: Int

    /// The height in pixels, after the orientation is applied.
    public var height: Int

    /// Describes a picture; it is drawn by ``encoded(as:exif:)``.
    public init(subject: Subject, seed: Int = 1, width: Int = 1600, height: Int = 1200) {
        self.subject = subject
        self.seed = seed
        self.width = width
        self.height = height
    }
}
