// Arrow keys go through what a search found; from the search box the first one leads to the first hit.

const hits = document.querySelector("[data-hits]")

if (hits) {
  const links = [...hits.querySelectorAll("a")]
  addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    const index = links.indexOf(document.activeElement)
    if (index < 0 && document.activeElement?.name !== "q") return
    const next = links[index + (event.key === "ArrowDown" ? 1 : -1)] ?? document.querySelector("[name=q]")
    event.preventDefault()
    next?.focus()
  })
}
