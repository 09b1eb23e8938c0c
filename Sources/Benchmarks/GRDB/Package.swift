// swift-tools-version: 6.2
import PackageDescription

// Separate from the project's package, so that Persistence does not depend on the other library.
let package = Package(
    name: "comparison",
    dependencies: [
        .package(name: "homeowner", path: "../../..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Comparison",
            dependencies: [
                .product(name: "ObjectModel", package: "homeowner"),
                .product(name: "Persistence", package: "homeowner"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Comparison", resources: [.copy("Thing.xcdatamodeld")],
            plugins: [.plugin(name: "ModelCompilerPlugin", package: "homeowner")])
    ]
)
