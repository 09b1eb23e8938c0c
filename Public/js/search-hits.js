// Arrow keys move through the hits of a search. From the field at the top, the down key goes to the first hit; from
// there, the up key goes back.

const field = document.querySelector("#find[autofocus]")

// The cursor is at the end of the text, for typing on.
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
