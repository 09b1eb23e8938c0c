extension Site {
    /// The breadcrumb above a page with settings.
    var settingsCrumb: PathLink { PathLink(label: "Settings", path: links(.settings)) }
}
