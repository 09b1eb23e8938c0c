// Inserts the notices of the page (`data-notices`) again after loading, because a screen reader only announces
// changes of a live region. Each notice can be dismissed.

const region = document.querySelector("[data-notices]")

for (const notice of region.children) notice.append(dismissal(notice))
new MutationObserver(() => {
  for (const notice of region.children) {
    if (!notice.querySelector(".notice__off")) notice.append(dismissal(notice))
  }
}).observe(region, { childList: true })

if (region.children.length) {
  requestAnimationFrame(() => {
    const notices = [...region.children]
    region.replaceChildren()
    // Others may have been added meanwhile.
    requestAnimationFrame(() => region.prepend(...notices))
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
