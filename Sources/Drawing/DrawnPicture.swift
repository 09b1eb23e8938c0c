/// A picture that the program draws itself, for demonstrations and tests: a thing in front of a
/// backdrop, like the photographs of an inventory, or a view like those of a journey.
public struct DrawnPicture: Sendable, Hashable {
    /// The things and the views that can be drawn.
    public enum Subject: String, CaseIterable, Sendable {
        case sofa, ring, lamp, television, armchair, table, bookcase, clock, camera, vase, guitar
        case laptop
        case mountains, seaside, town
    }

    /// What is drawn.
    public var subject: Subject

    /// Chooses colours and proportions; the same seed gives the same picture.
    public var seed: Int

    /// The width in pixels of the picture as it is meant to be seen.
    public var width: Int

    /// The height in pixels of the picture as it is meant to be seen.
    public var height: Int

    /// How many pixels the longer side is painted with, 512 unless told otherwise. The painting
    /// is enlarged to its size afterwards, which looks like a soft lens; less is faster.
    public var detail: Int

    /// Makes a description; nothing is drawn before ``encoded(as:orientation:options:)``.
    public init(
        subject: Subject, seed: Int = 1, width: Int = 1600, height: Int = 1200, detail: Int = 512
    ) {
        self.subject = subject
        self.seed = seed
        self.width = width
        self.height = height
        self.detail = detail
    }
}
