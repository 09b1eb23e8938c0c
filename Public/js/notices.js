// Notices that came with the page (`data-notices`) are put in once more after it has loaded, because a screen
// reader tells of a live region only what changes. Each notice can be sent away.

const region = document.querySelector("[data-notices]")

if (region?.children.length) {
  const notices = [...region.children]
  for (const notice of notices) notice.append(dismissal(notice))
  requestAnimationFrame(() => {
    region.replaceChildren()
    requestAnimationFrame(() => region.replaceChildren(...notices))
  })
}

function dismissal(notice) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "notice__off"
  button.setAttribute("aria-label", "Hide this notice")
  button.addEventListener("click", () => {
    notice.remove()
    document.getElementById("main").focus({ preventScroll: true })
  })
  return button
}
