import CGnuTLS
import Domain
import Foundation

/// The self-signed certificate for the local network, which each phone has to accept once.
struct NetworkCertificate: Codable, Equatable, Sendable {
    /// The names and addresses of the machine in it.
    let names: [String]
    /// The start and end of its validity.
    let begin: Date
    let end: Date

    /// The validity in seconds; browsers refuse more than 398 days.
    static let lifetime: TimeInterval = 397 * 86_400
    /// The time before its end at which it is renewed.
    private static let margin: TimeInterval = 30 * 86_400
    /// The tolerance for phones whose clock is slow.
    private static let clockDifference: TimeInterval = 3_600

    /// Whether it has to be renewed: the machine's names have changed, or it expires soon.
    func isStale(for names: [String], at date: Date) -> Bool {
        !Set(names).isSubset(of: self.names) || date.addingTimeInterval(Self.margin) > end
            || date < begin
    }

    /// Makes and writes a key and a certificate. Only the owner of the folder can read the key.
    ///
    /// - Throws: ``ConfigurationError`` with the reason for a failure.
    static func make(
        for names: [String], in files: TLSFiles, at date: Date
    ) throws -> NetworkCertificate {
        let begin = date.addingTimeInterval(-clockDifference)
        let made = NetworkCertificate(
            names: names, begin: begin, end: begin.addingTimeInterval(lifetime))
        let texts = try made.texts()
        do {
            for (text, path) in [(texts.key, files.key), (texts.certificate, files.certificate)] {
                try FileWriting.write(Array(text.utf8), at: path, permissions: 0o600)
            }
        } catch {
            throw ConfigurationError("The certificate was not stored: \(error)")
        }
        return made
    }

    /// Both in PEM.
    private func texts() throws -> (certificate: String, key: String) {
        guard cgnutls_load() else {
            throw ConfigurationError(
                "This machine lacks GnuTLS, which makes certificates (on Debian: libgnutls30).")
        }
        let values = names.map { name in
            (isAddress: Self.address(name) != nil, bytes: Self.address(name) ?? Array(name.utf8))
        }
        // One buffer for all, so that nothing moves while C reads it.
        let bytes = values.flatMap(\.bytes)
        var made = CGnuTLSCertificate()
        let code = bytes.withUnsafeBytes { buffer in
            var offset = 0
            let all = values.map { value in
                defer { offset += value.bytes.count }
                return CGnuTLSName(
                    is_address: value.isAddress,
                    bytes: buffer.baseAddress.map { $0 + offset }, count: value.bytes.count)
            }
            return cgnutls_make(
                all, all.count, "Homeowner", time_t(begin.timeIntervalSince1970),
                time_t(end.timeIntervalSince1970), &made)
        }
        defer {
            free(made.certificate)
            free(made.key)
        }
        guard code == 0, let certificate = made.certificate, let key = made.key else {
            throw ConfigurationError(
                "The certificate was not made: \(String(cString: cgnutls_error(code))).")
        }
        return (String(cString: certificate), String(cString: key))
    }

    /// The bytes of an IPv4 address; nil for a name.
    private static func address(_ name: String) -> [UInt8]? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, !parts.contains(nil) else { return nil }
        return parts.compactMap(\.self)
    }
}
