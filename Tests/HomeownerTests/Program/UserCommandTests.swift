import Foundation
import Testing

/// People who are added by a command while the server runs.
@Suite(.fewAtATime)
struct UserCommandTests {
    private static let password = "violet tin drum, eleven"

    @Test("After the first person is added, sign-in is required, and no secrets are in any output")
    func wholeStory() async throws {
        let folder = TemporaryFolder()
        let (data, restored) = (folder.path + "/data", folder.path + "/restored")
        let archive = folder.path + "/home.tar.gz"
        let server = try await RunningServer(data: data)
        #expect(try await server.get("/items.json").status == 200)

        let short = try await Self.user(["add", "Anna", "--data", data], typing: "short")
        let viewer = try await Self.user(
            ["add", "Anna", "--role", "viewer", "--data", data], typing: Self.password)
        let added = try await Self.user(["add", "Anna", "--data", data], typing: Self.password)
        let again = try await Self.user(["add", "anna", "--data", data], typing: Self.password)
        let refused = try await server.get("/items.json")
        let signedIn = try await server.post("/sign-in", "name=Anna&password=\(Self.password)")
        let read = try await server.get("/items.json")
        _ = try await server.post("/items", "itemName=Zither", asProgram: true)
        let made = try await server.post("/account/tokens", "name=Script", asProgram: true)
        let token = try #require(try made.member("token", as: String.self))
        let byToken = try await server.get("/activity.json", bearer: token)
        let byFalseToken = try await server.get("/items.json", bearer: token + "x")
        let inAddress = try await server.get("/phone/\(token.dropFirst(10))")
        var exports = ""
        for path in [
            "/items.csv", "/items.json", "/model.json", "/activity.json", "/search.json?q=z",
            "/people", "/account", "/account/tokens",
        ] {
            let export = try await server.get(path)
            #expect(export.status == 200, "\(path)")
            exports += export.text
        }
        let list = try await Self.user(["list", "--data", data])
        let changed = try await Self.user(
            ["password", "Anna", "--data", data], typing: Self.password + "!")
        let afterwards = try await server.get("/items.json")
        let busy = try await Self.user(["remove", "Anna", "--forget", "--data", data])
        let backup = try await Program.run("backup", archive, "--data", data)
        let restore = try await Program.run("restore", archive, "--data", restored)
        let log = try server.logText
        try await server.stop()
        let imported = try await Self.imported(["Lamp,7,3"], in: folder.path, into: data)
        let commands = try Database(data + "/Homeowner.sqlite").text(
            "SELECT count(*) FROM ATRANSACTIONSTRING WHERE ZNAME = 'homeowner import'")
        let withoutCode = try await Self.user(["remove-code", "Anna", "--data", data])
        let ofNobody = try await Self.user(["remove-code", "Ben", "--data", data])
        let removed = try await Self.user(["remove", "Anna", "--data", data])
        let forgotten = try await Self.user(["remove", "Anna", "--forget", "--data", data])
        let forgottenTwice = try await Self.user(["remove", "Anna", "--forget", "--data", data])
        let nobody = try await Self.user(["list", "--data", data])

        #expect(viewer.status == 1 && viewer.errors.contains("The first person is an owner"))
        #expect(short.status == 1 && short.errors.contains("it has 5 characters"))
        #expect(added.status == 0 && added.output == "Anna is owner\n", "\(added.errors)")
        #expect(again.status == 1 && again.errors.contains("already"))
        #expect(refused.status == 401)
        #expect(signedIn.status == 200)
        #expect(read.status == 200)
        #expect(list.output.hasPrefix("owner\tAnna\t2"))
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(changed.output == "Anna has a new password, and is signed out everywhere\n")
        #expect(afterwards.status == 401, "another password signs out")
        #expect(busy.status == 1 && busy.errors.contains("in use"), "\(busy.errors)")
        #expect(backup.status == 0 && restore.status == 0)
        #expect(!FileManager.default.fileExists(atPath: restored + "/accounts.sqlite"))
        #expect(byToken.status == 200 && byToken.text.contains("\"author\":\"Anna\""))
        #expect(byFalseToken.status == 401)
        #expect(inAddress.status == 410)
        #expect(withoutCode.status == 0, "\(withoutCode.errors)")
        #expect(ofNobody.status == 1 && ofNobody.errors.contains("person is named"))
        let secrets = [Self.password, String(token.dropFirst(10))]
        for text in [log, added.output + added.errors, list.output, exports] {
            for secret in secrets { #expect(!text.contains(secret)) }
        }
        for folder in [data, restored] {
            #expect(try Self.files(in: folder, holding: secrets) == [])
        }
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(commands == "1", "what a command does has its name")
        #expect(withoutCode.output == "Anna signs in with the password alone now\n")
        #expect(removed.status == 0)
        #expect(removed.output == "Anna was removed, and is signed out everywhere\n")
        #expect(forgotten.output == "Removed the name from 1 change\n", "\(forgotten.errors)")
        #expect(forgottenTwice.output == "Removed the name from 0 changes\n")
        #expect(nobody.output.isEmpty)
    }

    @Test("A missing folder is created for an added person; otherwise it is an error")
    func missingFolder() async throws {
        let folder = TemporaryFolder()
        let data = folder.path + "/mistyped"

        let list = try await Self.user(["list", "--data", data])
        let removed = try await Self.user(["remove", "Anna", "--data", data])
        #expect(!FileManager.default.fileExists(atPath: data))
        let added = try await Self.user(["add", "Anna", "--data", data], typing: Self.password)

        for refused in [list, removed] {
            #expect(refused.status == 1)
            #expect(refused.errors.contains("There is no household in \(data)"))
        }
        #expect(added.status == 0 && added.output == "Anna is owner\n")
        #expect(added.errors.contains("a new one was created"))
    }

    @Test("People are exported to an encrypted file and imported into another household")
    func peopleFile() async throws {
        let folder = TemporaryFolder()
        let (data, other, file) = (folder.path + "/a", folder.path + "/b", folder.path + "/people")
        let passphrase = "seven rivers under copper"
        _ = try await Self.user(["add", "Anna", "--data", data], typing: Self.password)

        let short = try await Self.user(["export", file, "--data", data], typing: "short")
        let made = try await Self.user(["export", file, "--data", data], typing: passphrase)
        let again = try await Self.user(["export", file, "--data", data], typing: passphrase)
        let wrong = try await Self.user(["import", file, "--data", other], typing: "x")
        let taken = try await Self.user(["import", file, "--data", other], typing: passphrase)
        let asked = try await Self.user(["import", file, "--data", other], typing: passphrase)
        let kept = try await Self.user(
            ["import", file, "--existing", "keep", "--data", other], typing: passphrase)
        let list = try await Self.user(["list", "--data", other])

        #expect(short.status == 1 && short.errors.contains("it has 5 characters"))
        #expect(made.status == 0 && made.output == "1 person is in \(file)\n", "\(made.errors)")
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect((rights as? NSNumber)?.intValue == 0o600)
        #expect(again.status == 1 && again.errors.contains("already"))
        #expect(wrong.status == 1 && wrong.errors.contains("does not open the file"))
        #expect(taken.status == 0 && taken.output == "Anna was added\n", "\(taken.errors)")
        #expect(asked.status == 1 && asked.errors.contains("“Anna” is here already"))
        #expect(kept.status == 0 && kept.output == "Anna stays as before\n")
        #expect(list.output == "owner\tAnna\tnever\n")
    }

    @Test("A server that others reach starts only with people and encryption")
    func exposed() async throws {
        let folder = TemporaryFolder()
        let bare = try await Program.run(
            "serve", "--allow-remote", "--port", "0", "--data", folder.path)
        let nobody = try await Program.run(
            "serve", "--behind-proxy", "127.0.0.1", "--port", "0", "--data", folder.path)
        let half = try await Program.run(
            "serve", "--tls-certificate", "/none", "--port", "0", "--data", folder.path)

        #expect(bare.status == 2 && bare.errors.contains("--tls-certificate"))
        #expect(nobody.status == 1 && nobody.errors.contains("homeowner user add NAME --data"))
        #expect(half.status == 2 && half.errors.contains("need each other"))
    }

    /// The files in a folder, at any depth, that contain one of some texts.
    private static func files(in folder: String, holding texts: [String]) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(names.contains { $0.hasSuffix(".sqlite") })
        return try names.filter { name in
            var isFolder: ObjCBool = false
            let path = "\(folder)/\(name)"
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard !isFolder.boolValue else { return false }
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return texts.contains { data.range(of: Data($0.utf8)) != nil }
        }
    }

    private static func imported(
        _ lines: [String], in folder: String, into data: String
    ) async throws -> Program.Result {
        let path = folder + "/items.csv"
        let table = ["itemName,serialNumber,valueInDollars"] + lines
        try Data(table.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        return try await Program.run("import", path, "--data", data)
    }

    private static func user(
        _ arguments: [String], typing text: String = ""
    ) async throws -> Program.Result {
        try await Program.run(["user"] + arguments, typing: text)
    }
}
