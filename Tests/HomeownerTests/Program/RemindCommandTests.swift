import Foundation
import Testing

/// Reminders by the program as a person runs it.
@Suite(.fewAtATime)
struct RemindCommandTests {
    @Test("What would go out is printed beside the server; passwords are in no log and no backup")
    func wholeStory() async throws {
        let folder = TemporaryFolder()
        let (data, restored) = (folder.path + "/data", folder.path + "/restored")
        let archive = folder.path + "/home.tar.gz"
        let password = "violet tin drum, eleven"
        let server = try await RunningServer(data: data)
        _ = try await server.post("/items", "itemName=Boiler", asProgram: true)
        let unreminded = try await Program.run("remind", "--dry-run", "--data", data)
        _ = try await Program.run("user", "add", "Anna", "--data", data, typing: password)
        _ = try await server.post("/sign-in", "name=Anna&password=\(password)")
        let task = try await server.post(
            "/tasks", "item=Boiler&title=Service&due=2026-01-02", asProgram: true)
        let servers = try await server.post(
            "/settings/reminders",
            "smtpHost=mail.example.org&smtpFrom=home@example.org&smtpUser=home&smtpPassword=tipplebrook"
                + "&ntfyServer=https://ntfy.example.org&ntfyToken=crumblewick", asProgram: true)
        let chosen = try await server.post(
            "/reminders",
            "webhook=https://example.invalid/&kinds=care&kinds=backup", asProgram: true)

        let first = try await Program.run("remind", "--dry-run", "--data", data)
        _ = try await server.post(
            "/reminders", "email=anna@example.org", asProgram: true)
        let both = try await Program.run("remind", "--dry-run", "--data", data)
        let failed = try await Program.run("backup", folder.path + "/none/x.tar.gz", "--data", data)
        let afterFailure = try await Program.run("remind", "--dry-run", "--data", data)
        let backup = try await Program.run("backup", archive, "--data", data)
        let afterBackup = try await Program.run("remind", "--dry-run", "--data", data)
        let sending = try await Program.run("remind", "--data", data)
        _ = try await Program.run("restore", archive, "--data", restored)
        let log = try server.logText
        try await server.stop()

        #expect(task.status == 201 && servers.status == 200 && chosen.status == 200)
        #expect(unreminded.status == 0 && unreminded.output.hasPrefix("Nobody is reminded"))
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.output.hasPrefix("Anna, webhook to https://example.invalid/, from 7:00:\n{"))
        #expect(first.output.contains(#""title":"1 task is due","#))
        #expect(first.output.contains("Service, Boiler: January 2, 2026"))
        #expect(
            both.output.hasPrefix(
                "Anna, email to anna@example.org, from 7:00:\n1 task is due:\n- "))
        #expect(both.output.contains("\nAnna, webhook to https://example.invalid/, from 7:00:\n{"))
        #expect(failed.status == 1 && afterFailure.output.contains("- It failed on "))
        #expect(backup.status == 0 && !afterBackup.output.contains("backup"))
        #expect(sending.status == 2 && sending.errors.contains("--dry-run"))
        for secret in ["tipplebrook", "crumblewick"] {
            #expect(!servers.text.contains(secret) && !log.contains(secret))
            let holding = try FileManager.default.subpathsOfDirectory(atPath: restored).filter {
                FileManager.default.contents(atPath: "\(restored)/\($0)")?
                    .range(of: Data(secret.utf8)) != nil
            }
            #expect(holding.isEmpty)
        }
    }
}
