import Foundation
import Testing

@testable import Domain
@testable import Web

@Suite("The message at the start of the server")
struct StartAnnouncementTests {
    @Test("The first start prints instructions, the second one does not")
    func firstStart() throws {
        let test = try TestSite { configuration in
            configuration.host = "::1"
            configuration.basePath = try BasePath("/home")
        }
        let lines = try (0..<2).map { _ in
            let household = try Household.open(test.configuration)
            let site = try test.site(household)
            let lines = StartAnnouncement(site, port: 8123).lines
            try household.close()
            return lines
        }

        #expect(
            lines[0].first
                == "Homeowner is at http://[::1]:8123/home, data in "
                + test.configuration.dataDirectory)
        #expect(lines[0].count == 2)
        #expect(lines[0].last?.contains("open http://[::1]:8123/home in a browser") == true)
        #expect(lines[1].count == 1)
    }
}
