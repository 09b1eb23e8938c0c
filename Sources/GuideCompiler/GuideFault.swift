/// A fault in the guide that stops the build.
struct GuideFault: Error, CustomStringConvertible {
    let description: String
}

extension GuideFault {
    /// A fault in a file, in the format of compilers' messages.
    init(_ file: String, line: Int, _ message: String) {
        description = "Guide/\(file):\(line): error: \(message)"
    }
}
