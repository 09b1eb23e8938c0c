public import ArgumentParser
public import Domain

extension Role: ExpressibleByArgument {}
