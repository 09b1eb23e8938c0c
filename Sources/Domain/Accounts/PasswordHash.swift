import CSodium
import Foundation

/// Password hashes: Argon2id with a salt, in the format of libargon2 and libsodium, which contains
/// the parameters.
package enum PasswordHash {
    /// The memory and the number of passes for a hash. 64 MiB and 2 passes, about 100 ms, are above
    /// OWASP's minimum (19 MiB and 2 passes).
    package struct Cost: Sendable {
        var bytes: Int
        var passes: UInt64

        package static let standard = Cost(bytes: 64 << 20, passes: 2)

        package init(bytes: Int, passes: UInt64) {
            self.bytes = bytes
            self.passes = passes
        }
    }

    /// There is not enough memory for a hash.
    struct OutOfMemory: Error {}

    static let isReady: Bool = sodium_init() >= 0

    /// The hash of a password, with a new salt.
    static func make(_ password: String, _ cost: Cost) throws(OutOfMemory) -> String {
        guard isReady else { throw OutOfMemory() }
        let bytes = PasswordRules.normalized(password).utf8.map { CChar(bitPattern: $0) }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = crypto_pwhash_str_alg(
            &text, bytes, UInt64(bytes.count), cost.passes, cost.bytes,
            crypto_pwhash_ALG_ARGON2ID13)
        guard code == 0 else { throw OutOfMemory() }
        return string(text)
    }

    /// Whether a password matches a hash.
    static func matches(_ password: String, _ hash: String) -> Bool {
        guard isReady else { return false }
        let bytes = PasswordRules.normalized(password).utf8.map { CChar(bitPattern: $0) }
        return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    }

    /// Whether a hash was made with other parameters than the current ones.
    static func isOutdated(_ hash: String, _ cost: Cost) -> Bool {
        crypto_pwhash_str_needs_rehash(hash, cost.passes, cost.bytes) != 0
    }

    /// Whether a text is such a hash with acceptable parameters: an imported one could ask for all
    /// memory.
    static func isOrdinary(_ hash: String) -> Bool {
        let pattern =
            #/\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=1\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/#
        guard let match = hash.wholeMatch(of: pattern), let kibibytes = Int(match.1),
            let passes = Int(match.2)
        else { return false }
        return isAffordable(passes: passes, kibibytes: kibibytes)
    }

    /// Whether the parameters of an imported file or hash are acceptable, since its author chose
    /// them.
    static func isAffordable(passes: Int, kibibytes: Int) -> Bool {
        (1...10).contains(passes) && (8...(256 << 10)).contains(kibibytes)
    }

    /// A hash that no password matches, with the same cost to check.
    static func unmatchable(_ cost: Cost) -> String {
        let salt = String(repeating: "A", count: 22)
        let hash = String(repeating: "A", count: 43)
        return "$argon2id$v=19$m=\(cost.bytes >> 10),t=\(cost.passes),p=1$\(salt)$\(hash)"
    }

    private static func string(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
