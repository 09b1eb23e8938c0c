// A form with one choice (`data-submit-on-change`) is sent as soon as it is chosen.

for (const form of document.querySelectorAll("[data-submit-on-change]")) {
  for (const button of form.querySelectorAll("button")) button.hidden = true
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-submit-on-change]")
  if (form && event.target.value) form.requestSubmit()
})
