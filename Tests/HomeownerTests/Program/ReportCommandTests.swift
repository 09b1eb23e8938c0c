import Drawing
import Foundation
import Imaging
import Testing

/// The report by the program as a person runs it.
@Suite(.fewAtATime)
struct ReportCommandTests {
    @Test("A report is written as a folder, and can be verified without the data")
    func wholeStory() async throws {
        let folder = TemporaryFolder()
        let (data, report) = (folder.path + "/data", folder.path + "/report")
        let server = try await RunningServer(data: data)
        let picture = try DrawnPicture(subject: .sofa, seed: 1, width: 64, height: 48)
            .encoded(as: .jpeg)
        _ = try await server.upload("/items", name: "Lamp", file: picture)

        // While the server runs, of the current records.
        let beside = folder.path + "/beside"
        let busy = try await Program.run("report", beside, "--data", data)
        let besideIsSound = try await Program.run("report", "verify", beside)
        let left = try FileManager.default.contentsOfDirectory(atPath: data + "/backing-up")
        _ = try await server.upload("/items", name: "Chair", file: picture)
        try await server.stop()
        let written = try await Program.run("report", report, "--data", data, "--owner", "Ada")
        let again = try await Program.run("report", report, "--data", data)
        let euros = folder.path + "/euros"
        let inEuros = try await Program.run(
            "report", euros, "--data", data, "--shop-currency", "EUR")
        let inNothing = try await Program.run(
            "report", euros + "2", "--data", data, "--shop-currency", "EURO")
        let sound = try await Program.run("report", "verify", report)
        let page = try String(contentsOfFile: report + "/index.html", encoding: .utf8)
        try Data("other".utf8).write(to: URL(fileURLWithPath: report + "/items.csv"))
        let damaged = try await Program.run("report", "verify", report)
        let nothing = try await Program.run("report", folder.path + "/none", "--data", folder.path)

        #expect(busy.status == 0, "\(busy.errors)")
        #expect(busy.output.hasPrefix("\(beside): 1 item, 6 files.\n"), "\(busy.output)")
        #expect(besideIsSound.status == 0, "\(besideIsSound.output)")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: beside + "/files/A-0001/photo-1.jpg"))
                == picture)
        #expect(left.isEmpty)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.hasPrefix("\(report): 2 items, 8 files.\n"), "\(written.output)")
        #expect(again.status == 1 && again.errors.contains("already"), "\(again.errors)")
        #expect(sound.status == 0 && sound.output.contains("7 files, none changed"))
        #expect(page.contains("Lamp") && page.contains("Ada"))
        #expect(page.contains("2 items, not valued, "))
        #expect(inEuros.status == 0, "\(inEuros.errors)")
        #expect(
            try String(contentsOfFile: euros + "/index.html", encoding: .utf8)
                .contains("2 items, not valued, "))
        #expect(inNothing.status != 0 && inNothing.errors.contains("“EURO” is not a currency code"))
        #expect(damaged.status == 1 && damaged.output == "items.csv was changed.\n")
        #expect(nothing.status == 1 && nothing.errors.contains("There is no household"))
        let original = URL(fileURLWithPath: report + "/files/A-0001/photo-1.jpg")
        #expect(try Data(contentsOf: original) == picture)
    }
}
