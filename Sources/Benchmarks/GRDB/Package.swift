// swift-tools-version: 6.2
import PackageDescription

// Apart from the project's own package, so that Persistence stays free of what it is compared with.
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
