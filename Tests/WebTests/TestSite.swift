import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import Web

/// A site in temporary folders, which are removed at the end of the test.
final class TestSite: Sendable {
    let configuration: AppConfiguration
    private let folder: String
    private let observer: Renderer.Observer?

    /// - Parameter observer: receives the models of the pages.
    init(
        _ adjust: (inout AppConfiguration) throws -> Void = { _ in },
        observing observer: Renderer.Observer? = nil
    ) throws {
        self.observer = observer
        folder = NSTemporaryDirectory() + "homeowner-" + UUID().uuidString
        var configuration = AppConfiguration(
            dataDirectory: folder + "/data", viewsDirectory: Self.package + "/Views",
            publicDirectory: Self.package + "/Public")
        configuration.port = 0
        configuration.logLevel = .critical
        configuration.followsPhotos = false
        configuration.passwordCost = .init(bytes: 1 << 20, passes: 1)
        configuration.refusalPause = .zero
        configuration.limits.waitUntilSomethingHangs()
        try adjust(&configuration)
        self.configuration = configuration
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Sends requests to the router, without a network.
    func test<Value>(
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await application().test(.router, body)
    }

    /// The whole application, as the program builds it.
    func application() async throws -> some ApplicationProtocol {
        try await buildApplication(configuration) { try resources }
    }

    /// A site with these settings and the records of a household.
    func site(_ household: Household) throws -> Site {
        try Site(configuration, household: household, resources: resources)
    }

    /// The resources of the site besides its records.
    var resources: SiteResources {
        get throws {
            guard configuration.viewsDirectory == Self.package + "/Views",
                configuration.publicDirectory == Self.package + "/Public"
            else { return try SiteResources(configuration) }
            var resources = try SiteResources(
                files: Self.files.get(), templates: Self.templates.get(),
                papers: Self.papers.get())
            resources.renderer.observer = observer
            return resources
        }
    }

    /// The templates and files of the package. Reading them takes longer than most tests.
    static let templates = Result {
        try TemplateFolder(package + "/Views", requiring: TemplateNames.all)
    }
    /// The languages of papers.
    static let papers = Result { try PaperLanguages(package + "/Views/papers") }
    private static let files = Result { try PublicFiles(folder: package + "/Public") }

    /// The folder of the package, with `Views` and `Public`.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}

/// A clock that stops until it is set.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(hours: Double) {
        time.withLock { $0 += hours * 3_600 }
    }
}

extension ServerLimits {
    /// Sets time limits that only a hang exceeds, however busy the machine is.
    fileprivate mutating func waitUntilSomethingHangs() {
        readTimeoutSeconds = 600
        idleTimeoutSeconds = 600
        queryTimeoutSeconds = 600
        importSeconds = 600
    }
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }

    /// The header with which a browser sends back the cookies that the answer sets.
    var sentCookie: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.cookie] = headers[values: .setCookie].compactMap {
            $0.split(separator: ";").first.map(String.init)
        }.joined(separator: "; ")
        return fields
    }
}
