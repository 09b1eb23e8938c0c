import Foundation
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Connections with libpq's options", .timeLimit(.minutes(30)))
struct EncryptedConnectionTests {
    /// A server that is reached over TLS, with a password in a file.
    private struct Encrypted {
        let port: Int
        let certificate: String
        let folder: String

        /// The password file in the format of libpq.
        func passwordFile(_ password: String) throws -> String {
            // Each connection has a separate file, since libpq checks the file's permissions before
            // reading.
            let path = "\(folder)/passwords-\(UUID().uuidString)"
            let text = Data("*:\(port):*:tester:\(password)\n".utf8)
            let isMade = FileManager.default.createFile(
                atPath: path, contents: text, attributes: [.posixPermissions: 0o600])
            try #require(isMade)
            return path
        }

        func address(
            _ mode: String, host: String = "localhost", password: String = "open sesame"
        ) throws -> String {
            "postgresql://tester@\(host):\(port)/postgres?hostaddr=127.0.0.1&sslmode=\(mode)"
                + "&sslrootcert=\(certificate)&passfile=\(try passwordFile(password))"
                + "&\(TestServer.patience)"
        }
    }

    private static let encrypted = Result {
        let server = try TestServer.own()
        let (port, certificate) = try server.encrypt(password: "open sesame")
        let folder = NSTemporaryDirectory() + "libpq-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        // The server's folder belongs to another user.
        let copy = folder + "/root.crt"
        try FileManager.default.copyItem(atPath: certificate, toPath: copy)
        return Encrypted(port: port, certificate: copy, folder: folder)
    }

    private static func isEncrypted(_ address: String) throws -> Bool {
        let connection = try ServerConnection(ServerAddress(address))
        return try connection.runOnce(
            "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")[0].boolean(0)
    }

    @Test(
        "The `sslmode` of the address decides whether the connection uses TLS",
        arguments: ["require", "verify-ca", "verify-full"])
    func modes(_ mode: String) throws {
        #expect(try Self.isEncrypted(Self.encrypted.get().address(mode)))
    }

    @Test(
        "A wrong host name, missing TLS and a wrong password fail without revealing a secret",
        arguments: [
            ("verify-full", "elsewhere.example", "open sesame"),
            ("disable", "localhost", "open sesame"), ("require", "localhost", "close sesame"),
        ])
    func refusals(mode: String, host: String, password: String) throws {
        let address = try Self.encrypted.get().address(mode, host: host, password: password)
        let error = #expect(throws: PostgreSQLError.self) {
            try ServerConnection(ServerAddress(address))
        }
        #expect(error?.description.contains("sesame") == false)
        PostgreSQLStoreFactory.register()
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: .address(address))
        }
    }

    @Test("An address can consist of a service name, with a password file from the environment")
    func services() async throws {
        let encrypted = try Self.encrypted.get()
        let services = encrypted.folder + "/services"
        try """
        [home]
        host=localhost
        hostaddr=127.0.0.1
        port=\(encrypted.port)
        user=tester
        dbname=postgres
        sslmode=verify-full
        sslrootcert=\(encrypted.certificate)
        \(TestServer.patience)
        """.write(toFile: services, atomically: true, encoding: .utf8)
        let passwords = try encrypted.passwordFile("open sesame")
        await #expect(processExitsWith: .success) {
            [services = services as String, passwords = passwords as String] in
            setenv("PGSERVICEFILE", services, 1)
            setenv("PGPASSFILE", passwords, 1)
            try #require(try Self.isEncrypted("postgresql:///?service=home"))
        }
    }
}
