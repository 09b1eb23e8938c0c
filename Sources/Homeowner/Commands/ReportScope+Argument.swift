public import ArgumentParser
public import Web

extension ReportScope.Grouping: ExpressibleByArgument {}
