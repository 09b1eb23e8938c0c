import Domain
import Drawing
import Foundation
import Imaging

/// A drawn photo that waits for its record.
struct SamplePhoto: Sendable {
    /// The original, in the data directory.
    let file: String
    let thumbnail: Data

    /// Draws photos on all cores.
    ///
    /// - Throws: errors of the file system, and of drawing.
    static func draw(
        _ pictures: [DrawnPicture], for household: Household
    ) async throws -> [SamplePhoto] {
        try await pictures.concurrently { picture in
            let file = "\(household.directory.incoming)/sample-\(UUID().uuidString)"
            try picture.encoded(as: .jpeg).write(to: URL(fileURLWithPath: file))
            let thumbnail = try await household.imageProcessor.thumbnail(ofFileAt: file)
            return SamplePhoto(file: file, thumbnail: thumbnail.png)
        }
    }
}

extension Array where Element: Sendable {
    /// The results of a closure for the elements, in their order. It runs for as many elements at a
    /// time as there are cores.
    func concurrently<Value: Sendable>(
        _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        let width = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var values: [Int: Value] = [:]
            for (index, element) in enumerated() {
                if index >= width, let (done, value) = try await group.next() {
                    values[done] = value
                }
                group.addTask { (index, try await body(element)) }
            }
            for try await (index, value) in group { values[index] = value }
            return indices.compactMap { values[$0] }
        }
    }
}
