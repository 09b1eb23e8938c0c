/// Something in the guide that keeps it from being made.
struct GuideFault: Error, CustomStringConvertible {
    let description: String
}

extension GuideFault {
    /// A fault in a file, in the form in which compilers tell of one.
    init(_ file: String, line: Int, _ message: String) {
        description = "Guide/\(file):\(line): error: \(message)"
    }
}
