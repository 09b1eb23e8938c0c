import Foundation
import Testing

@testable import Domain

@Suite("Checksums of files")
struct FileChecksumTests {
    @Test("The checksum equals that of sha256sum")
    func checksum() throws {
        let path = NSTemporaryDirectory() + "checksum-\(UUID())"
        defer { unlink(path) }
        try Data("abc".utf8).write(to: URL(fileURLWithPath: path))

        #expect(
            try FileChecksum(ofFileAt: path).description
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(throws: FileError.self) { try FileChecksum(ofFileAt: path + "-missing") }
        #expect(FileChecksum("ab") == nil)
    }

    @Test("The checksum does not depend on the chunks, and can be read in between")
    func pieces() {
        var sum = FileChecksum.Sum()
        #expect(sum.checksum.description.hasPrefix("e3b0c44298fc1c149afbf4c8996fb92427ae41e4"))
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        var start = 0
        for size in 0... {
            guard start < bytes.count else { break }
            let piece = bytes[start..<min(start + size * 37, bytes.count)]
            piece.withUnsafeBytes { sum.add($0) }
            _ = sum.checksum
            start = piece.endIndex
        }
        // The third vector of FIPS 180-2.
        #expect(
            sum.checksum.description
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("A checksum is recorded before its picture is in place, and the earlier one stays valid")
    func notes() throws {
        let test = try TestHousehold()
        let (key, checksums) = (UUID(), PictureChecksums(directory: test.directory))
        var known: [String: Set<FileChecksum>] = [:]
        for text in ["first", "second"] {
            let file = test.directory.incoming + "/new"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try test.household.itemImages.add([(key, file, nil)]) { known = try checksums.read() }
        }

        #expect(known["images/\(key.uuidString)"]?.count == 2)
        #expect(try checksums.read() == known)
    }

    @Test("An incomplete line is ignored")
    func cutOff() throws {
        let test = try TestHousehold()
        let checksums = PictureChecksums(directory: test.directory)
        let sum = try #require(FileChecksum(String(repeating: "0", count: 64)))
        try checksums.note(sum, at: "images/A")
        let file = try FileHandle(
            forUpdating: URL(fileURLWithPath: test.directory.checksums))
        try file.seekToEnd()
        try file.write(contentsOf: Data("00000".utf8))
        try file.close()

        #expect(try checksums.read() == ["images/A": [sum]])
    }
}
