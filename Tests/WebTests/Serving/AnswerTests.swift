import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct AnswerTests {
    @Test("Health is ok for GET and HEAD, which has no body")
    func health() async throws {
        try await TestSite().test { client in
            let get = try await client.execute(uri: "/health", method: .get)
            let head = try await client.execute(uri: "/health", method: .head)

            #expect(get.status == .ok)
            #expect(get.text == "ok\n")
            #expect(head.status == .ok)
            #expect(head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "3")
        }
    }

    @Test("An unknown address gets an error page of the site")
    func notFound() async throws {
        try await TestSite().test { client in
            let response = try await client.execute(uri: "/nothing<b>", method: .get)

            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.text.contains("This page does not exist"))
            #expect(!response.text.contains("<b>"))
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test("Errors are problem documents under .json and for programs")
    func problem() async throws {
        try await TestSite().test { client in
            let byAddress = try await client.execute(uri: "/nothing.json", method: .get)
            let byHeader = try await client.execute(
                uri: "/nothing", method: .get, headers: [.accept: "application/json"])
            let page = try await client.execute(
                uri: "/nothing", method: .get,
                headers: [.accept: "text/html,application/json;q=0.9,*/*;q=0.8"])

            for response in [byAddress, byHeader] {
                #expect(response.status == .notFound)
                #expect(response.headers[.contentType] == "application/problem+json")
                let data = Data(response.text.utf8)
                let problem = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                #expect(problem?["status"] as? Int == 404)
                #expect(problem?["title"] as? String == "This page does not exist")
            }
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        }
    }

    @Test(
        "The Accept header decides between a page and JSON, with its quality values",
        arguments: [
            ("application/json", true), ("application/json;q=0", false),
            ("application/json; q=0.0, text/html", false),
            ("text/html;q=0.5, application/json", true),
            ("text/html, application/problem+json", false),
            ("application/json, text/html", true), ("application/json, text/html;q=0", true),
            ("*/*", false), ("application/json;q=x", false), ("", false),
        ])
    func accepting(accept: String, isJSON: Bool) async throws {
        try await TestSite().test { client in
            let response = try await client.execute(
                uri: "/nothing", method: .get, headers: [.accept: accept])

            #expect((response.headers[.contentType] == "application/problem+json") == isJSON)
        }
    }

    @Test("The icon is also at its default address")
    func favicon() async throws {
        try await TestSite().test { client in
            let icon = try await client.execute(uri: "/favicon.ico", method: .get)

            #expect(icon.status == .ok)
            #expect(icon.headers[.contentType] == "image/png")
            #expect(icon.body.readableBytes > 100)
        }
    }

    @Test("A wrong method gets the allowed ones", arguments: ["POST", "DELETE", "BREW"])
    func wrongMethod(name: String) async throws {
        let method = try #require(HTTPRequest.Method(name))

        try await TestSite().test { client in
            let response = try await client.execute(uri: "/health", method: method)

            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }

    @Test("The methods of an address are those of its most specific pattern")
    func allowedMethods() {
        var methods = AllowedMethods()
        methods.add(.get, at: "/items/{key}")
        methods.add(.post, at: "/items/{key}")
        methods.add(.get, at: "/items/new")
        methods.add(.get, at: "/items/{key}.json")

        #expect(methods.allowed(at: "/items/7") == ["GET", "HEAD", "POST"])
        #expect(methods.allowed(at: "/items/new") == ["GET", "HEAD"])
        #expect(methods.allowed(at: "/items/7.json") == ["GET", "HEAD"])
        #expect(methods.allowed(at: "/items") == [])
        #expect(methods.allowed(at: "/items/7/edit") == [])
    }

    @Test(
        "Every response has the security headers, also errors",
        arguments: ["/health", "/x"])
    func headers(uri: String) async throws {
        try await TestSite().test { client in
            let headers = try await client.execute(uri: uri, method: .get).headers

            let policy = try #require(headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[.referrerPolicy] == "same-origin")
            #expect(headers[.requestID]?.isEmpty == false)
            #expect(headers[.serverTiming]?.hasPrefix("total;dur=") == true)
            #expect(headers[.server] == nil)
        }
    }

    @Test("Health and files are served without identifying the sender, and pages are not")
    func openAddresses() async throws {
        let site = try TestSite()
        try await site.test { client in
            // From now on no sender can be identified.
            try Data("This is no store.".utf8).write(
                to: URL(fileURLWithPath: site.configuration.dataDirectory + "/accounts.sqlite"))

            let health = try await client.execute(uri: "/health", method: .get)
            let head = try await client.execute(uri: "/css/site.css", method: .head)
            let file = try await client.execute(uri: "/css/site.css", method: .get)
            let posted = try await client.execute(uri: "/health", method: .post)
            let page = try await client.execute(uri: "/items", method: .get)

            #expect(health.status == .ok)
            #expect(head.status == .ok)
            #expect(file.status == .ok)
            #expect(file.headers[.contentLength] == String(file.body.readableBytes))
            #expect(posted.status == .serviceUnavailable)
            #expect(page.status == .serviceUnavailable)
        }
    }

    @Test("Public files are cacheable for good under a versioned address")
    func publicFiles() async throws {
        let site = try TestSite()
        let files = try PublicFiles(folder: site.configuration.publicDirectory)
        let link = files.link("css/site.css", SiteLinks(basePath: .root))

        try await site.test { client in
            let versioned = try await client.execute(uri: link, method: .get)
            let plain = try await client.execute(uri: "/css/site.css", method: .get)
            let tag = try #require(plain.headers[.eTag])
            let again = try await client.execute(
                uri: "/css/site.css", method: .get, headers: [.ifNoneMatch: "\"x\", W/\(tag)"])
            let other = try await client.execute(
                uri: "/css/site.css", method: .get, headers: [.ifNoneMatch: "\"x\""])

            #expect(versioned.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(plain.headers[.cacheControl] == "no-cache")
            #expect(plain.headers[.contentType] == "text/css; charset=utf-8")
            #expect(again.status == .notModified)
            #expect(again.body.readableBytes == 0)
            #expect(again.headers[.eTag] == tag)
            #expect(other.status == .ok)
        }
    }

    @Test("Style sheets are sent as one bundle, scripts as another, and no part by itself")
    func bundles() async throws {
        try await TestSite().test { client in
            let page = try await client.execute(uri: "/", method: .get).text
            let style = try await client.execute(uri: "/css/site.css", method: .get).text
            let script = try await client.execute(uri: "/js/site.js", method: .get).text
            let part = try await client.execute(uri: "/css/base.css", method: .get)

            #expect(page.matches(of: /rel="stylesheet"/).count == 1)
            #expect(page.matches(of: /<script/).count == 1)
            #expect(
                style.firstRange(of: "@layer reset,")?.lowerBound ?? style.endIndex
                    < style.firstRange(of: "@layer print {")?.lowerBound ?? style.startIndex)
            #expect(script.hasPrefix("{\n"))
            #expect(script.contains("[data-reorder]"))
            #expect(part.status == .notFound)
        }
    }

    @Test("A missing part of a bundle ends the start, with its name")
    func missingPart() throws {
        let folder = try TestSite().configuration.publicDirectory
        let bundle = AssetBundle(path: "css/site.css", parts: ["css/nothing.css"])

        let error = #expect(throws: ConfigurationError.self) {
            try PublicFiles(folder: folder, bundles: [bundle])
        }

        #expect(error?.description.contains("css/nothing.css") == true)
    }

    @Test(
        "No address leaves the public folder",
        arguments: [
            "/../Package.swift", "/css/../../Package.swift", "/%2e%2e/Package.swift",
            "/css/%2e%2e%2f%2e%2e%2fPackage.swift", "/..%5cPackage.swift", "//etc/passwd", "/css",
            "/css/", "/.git/config", "/css/site.css%00.png", "/css/site.css/", "/500.html",
            "/404.html",
        ])
    func traversal(uri: String) async throws {
        try await TestSite().test { client in
            let response = try await client.execute(uri: uri, method: .get)

            #expect(response.status == .notFound)
        }
    }

    @Test("Every address and link begins with the base path")
    func basePath() async throws {
        let site = try TestSite { $0.basePath = try BasePath("/home") }

        try await site.test { client in
            let health = try await client.execute(uri: "/home/health", method: .get)
            let outside = try await client.execute(uri: "/health", method: .get)
            let error = try await client.execute(uri: "/home/nothing", method: .get)

            #expect(health.status == .ok)
            #expect(outside.status == .notFound)
            let links = error.text.matches(of: /(?:href|src|action)="(\/[^"]*)"/).map {
                $0.output.1
            }
            #expect(links.count > 5)
            #expect(links.allSatisfy { $0.hasPrefix("/home/") })
        }
    }
}
