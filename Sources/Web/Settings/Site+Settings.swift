extension Site {
    /// The way up from a page with settings.
    var settingsCrumb: PathLink { PathLink(label: "Settings", path: links(.settings)) }
}
