import CSodium
import Foundation

/// The format of an encrypted file of people.
///
/// | bytes | |
/// | --- | --- |
/// | 16 | `homeowner people` |
/// | 1 | the version, 1 |
/// | 4, 4 | passes and KiB of memory of Argon2id, the lowest byte first |
/// | 16, 24 | salt and nonce |
/// | | the content, by XChaCha20-Poly1305, which also authenticates all before it |
/// | 32 | BLAKE2b of all before it, which distinguishes damage from a wrong passphrase |
enum PeopleFile {
    /// The maximum size of a file in bytes.
    static let mostBytes = 4_000_000

    private static let magic = Array("homeowner people".utf8)
    private static let version: UInt8 = 1
    private static let headBytes = magic.count + 1 + 4 + 4 + saltBytes + nonceBytes
    private static let saltBytes = Int(crypto_pwhash_SALTBYTES)
    private static let nonceBytes = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let keyBytes = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let tagBytes = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    private static let digestBytes = Int(crypto_generichash_BYTES)

    /// Encrypts the people's data.
    ///
    /// - Throws: ``PeopleFileError/outOfMemory``.
    static func seal(
        _ content: Data, _ passphrase: String, _ cost: PasswordHash.Cost
    ) throws(PeopleFileError) -> Data {
        guard PasswordHash.isReady else { throw .outOfMemory }
        var head = magic + [version]
        head += bytes(of: UInt32(cost.passes)) + bytes(of: UInt32(cost.bytes >> 10))
        var chance = [UInt8](repeating: 0, count: saltBytes + nonceBytes)
        randombytes_buf(&chance, chance.count)
        head += chance
        var key = try key(passphrase, head)
        defer { sodium_memzero(&key, key.count) }
        let message = Array(content)
        var sealed = [UInt8](repeating: 0, count: message.count + tagBytes)
        var length: UInt64 = 0
        let code = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, &length, message, UInt64(message.count), head, UInt64(head.count), nil,
            Array(chance.suffix(nonceBytes)), key)
        guard code == 0 else { throw .outOfMemory }
        let whole = head + sealed
        return Data(whole + digest(of: whole))
    }

    /// Decrypts a file.
    ///
    /// - Throws: ``PeopleFileError`` with the reason why it cannot be opened.
    static func open(_ file: Data, _ passphrase: String) throws(PeopleFileError) -> Data {
        guard PasswordHash.isReady else { throw .outOfMemory }
        let file = Array(file)
        guard file.count > magic.count, file.starts(with: magic) else { throw .foreign }
        guard file[magic.count] == version else { throw .unknownVersion }
        guard file.count >= headBytes + tagBytes + digestBytes,
            file.count <= mostBytes,
            digest(of: Array(file.dropLast(digestBytes))) == Array(file.suffix(digestBytes))
        else { throw .damaged }
        let head = Array(file.prefix(headBytes))
        var key = try key(passphrase, head)
        defer { sodium_memzero(&key, key.count) }
        let sealed = Array(file[headBytes..<(file.count - digestBytes)])
        var content = [UInt8](repeating: 0, count: sealed.count - tagBytes)
        var length: UInt64 = 0
        let code = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &content, &length, nil, sealed, UInt64(sealed.count), head, UInt64(head.count),
            Array(head.suffix(nonceBytes)), key)
        guard code == 0 else { throw .wrongPassphrase }
        return Data(content)
    }

    /// The key for a passphrase with the parameters and salt of a header.
    private static func key(
        _ passphrase: String, _ head: [UInt8]
    ) throws(PeopleFileError) -> [UInt8] {
        let passes = number(in: head, at: magic.count + 1)
        let kibibytes = number(in: head, at: magic.count + 5)
        guard PasswordHash.isAffordable(passes: passes, kibibytes: kibibytes) else {
            throw .tooCostly
        }
        let bytes = PasswordRules.normalized(passphrase).utf8.map { CChar(bitPattern: $0) }
        var key = [UInt8](repeating: 0, count: keyBytes)
        let code = crypto_pwhash(
            &key, UInt64(keyBytes), bytes, UInt64(bytes.count),
            Array(head[(headBytes - nonceBytes - saltBytes)..<(headBytes - nonceBytes)]),
            UInt64(passes), kibibytes << 10, crypto_pwhash_ALG_ARGON2ID13)
        guard code == 0 else { throw .outOfMemory }
        return key
    }

    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestBytes)
        crypto_generichash(&digest, digestBytes, bytes, UInt64(bytes.count), nil, 0)
        return digest
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(in bytes: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}

/// The reason why a file of people cannot be imported, as a sentence.
public enum PeopleFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file has another format.
    case foreign
    case unknownVersion
    case damaged
    case wrongPassphrase
    /// Opening it would take more memory or time than allowed.
    case tooCostly
    case outOfMemory
    /// The decrypted content is not what this program writes.
    case unreadable
    /// People of these names exist, and their treatment was not chosen.
    case taken([String])
    /// There would be no owner.
    case noOwner

    public var description: String {
        switch self {
        case .foreign: "This is not a file of people that Homeowner has made."
        case .unknownVersion: "Another version of Homeowner has made the file."
        case .damaged: "The file is damaged: a part of it is missing or was changed."
        case .wrongPassphrase: "This passphrase does not open the file."
        case .tooCostly: "Opening the file would take more memory or time than is allowed."
        case .outOfMemory: "There is not enough memory for the passphrase just now."
        case .unreadable: "The file opens, but its content is not what Homeowner writes."
        case .taken(let names):
            "\(Self.text(names)) \(names.count == 1 ? "is" : "are") here already: choose whether "
                + "that stays as it is, or the file’s password and role replace it."
        case .noOwner: "The household would have no owner. Nothing was changed."
        }
    }

    private static func text(_ names: [String]) -> String {
        let quoted = names.prefix(5).map { "“\($0)”" }
        let rest = names.count - quoted.count
        return (quoted + (rest > 0 ? ["\(rest) more"] : [])).listText
    }
}
