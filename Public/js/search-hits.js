// Arrow keys go through what a search over everything found; from the box at the top the first one leads to the
// first hit, and from the first hit the other one leads back.

const field = document.querySelector("#find[autofocus]")

// Who types on goes on behind what stands there.
field?.setSelectionRange(field.value.length, field.value.length)

const hits = document.querySelector("[data-hits]")

if (hits) {
  const box = document.querySelector("#find")
  const links = [...hits.querySelectorAll("a")]
  addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    const index = links.indexOf(document.activeElement)
    if (index < 0 && document.activeElement !== box) return
    const next = event.key === "ArrowDown" ? links[Math.min(index + 1, links.length - 1)] : links[index - 1] ?? box
    event.preventDefault()
    next?.focus()
  })
}
