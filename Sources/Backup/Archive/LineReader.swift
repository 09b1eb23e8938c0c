import Domain
import Foundation

/// Reads a file line by line, without holding it in memory.
final class LineReader {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var line: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(path: String) throws {
        self.path = path
        guard let file = fopen(path, "re") else { throw FileError(path: path, code: errno) }
        self.file = file
    }

    deinit {
        free(line)
        fclose(file)
    }

    /// The next line without its newline; nil at the end of the file.
    func next() throws -> Data? {
        let count = getline(&line, &capacity, file)
        guard count >= 0, let line else {
            guard ferror(file) == 0 else { throw FileError(path: path, code: errno) }
            return nil
        }
        let data = Data(bytes: line, count: count)
        return data.last == UInt8(ascii: "\n") ? data.dropLast() : data
    }
}
