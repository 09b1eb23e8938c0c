import Foundation
import Testing

@testable import Domain

struct StagedImagesTests {
    @Test("A picture is found by its token, with its name")
    func keep() throws {
        let test = try TestHousehold()
        let staged = test.household.stagedImages

        let image = try staged.keep(test.upload(), named: "sofa in the hall.jpg")

        #expect(staged.image(for: image.token) == image)
        #expect(image.name == "sofa in the hall.jpg")
        #expect(FileManager.default.fileExists(atPath: image.path))
    }

    @Test(
        "Names cannot leave the folder",
        arguments: [("../../etc/passwd", "_.._etc_passwd"), ("..", "photo"), ("", "photo")])
    func names(name: String, expected: String) throws {
        let test = try TestHousehold()

        let image = try test.household.stagedImages.keep(test.upload(), named: name)

        #expect(image.name == expected)
        #expect(image.path == "\(test.directory.staged)/\(image.token)/\(expected)")
    }

    @Test("Other tokens find nothing", arguments: ["", "..", "../images", "0b7c", "/etc"])
    func tokens(token: String) throws {
        let test = try TestHousehold()
        _ = try test.household.stagedImages.keep(test.upload(), named: "a.jpg")

        #expect(test.household.stagedImages.image(for: token) == nil)
    }

    @Test("A picture is deleted after a day, and no sooner")
    func sweep() throws {
        let test = try TestHousehold()
        let staged = test.household.stagedImages
        let image = try staged.keep(test.upload(), named: "a.jpg")

        try staged.sweep(now: Date().addingTimeInterval(23 * 60 * 60))
        #expect(staged.image(for: image.token) != nil)

        try staged.sweep(now: Date().addingTimeInterval(25 * 60 * 60))
        #expect(staged.image(for: image.token) == nil)
    }

    @Test("Several processes may delete the same pictures concurrently")
    func sweepsAtOnce() async throws {
        let test = try TestHousehold()
        let staged = test.household.stagedImages
        for _ in 0..<300 { _ = try staged.keep(test.upload(), named: "a.jpg") }
        let late = Date().addingTimeInterval(25 * 60 * 60)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try staged.sweep(now: late) } }
            try await group.waitForAll()
        }

        #expect(try FileManager.default.contentsOfDirectory(atPath: test.directory.staged) == [])
    }

    @Test("A file that another process removed meanwhile counts as removed")
    func removedMeanwhile() throws {
        let test = try TestHousehold()
        let path = try test.upload()
        try FileManager.default.removeUnlessGone(atPath: path)
        try FileManager.default.removeUnlessGone(atPath: path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

extension TestHousehold {
    fileprivate func upload() throws -> String {
        let path = directory.incoming + "/\(UUID())"
        try Data("picture".utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
