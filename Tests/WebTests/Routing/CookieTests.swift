import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web

@Suite("Cookies of requests")
struct CookieTests {
    private static func request(_ cookies: [String]) -> Request {
        var headers: HTTPFields = [:]
        headers[values: .cookie] = cookies
        return Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/",
                headerFields: headers), body: .init(buffer: ByteBuffer()))
    }

    private static let values: [(cookies: [String], value: String?)] = [
        (["key=x"], "x"), (["a=1; key=x; b=2"], "x"), (["a=1;key=x"], "x"),
        (["a=1", "key=x"], "x"),
        (["keys=1; xkey=2; key=x"], "x"), (["key=x=1"], "x=1"), (["a=key; key=y"], "y"),
        (["key=1; key=2"], "1"), (["keys=x"], nil), (["KEY=x"], nil), (["a=key=x"], nil),
        (["key"], nil), ([";; ;"], nil), ([""], nil), ([], nil),
    ]

    @Test("A cookie is found by its full name, with the result of the library")
    func named() {
        for (cookies, value) in Self.values {
            let request = Self.request(cookies)

            #expect(request.cookieValue("key") == value, "\(cookies)")
            #expect(request.cookies["key"]?.value == value, "\(cookies)")
        }
    }

    @Test("A cookie without a value is present")
    func empty() {
        #expect(Self.request(["a=1; key="]).cookieValue("key") == "")
    }
}
