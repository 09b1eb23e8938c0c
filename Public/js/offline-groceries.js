// The shopping list without a network: ticks and new lines wait (`offline.js`).

const box = document.querySelector('[data-offline][data-kind="groceries"]')
if (box) begin(box)

function begin(box) {
  const { list } = box.dataset
  const field = document.querySelector(".entry [name=entry]")
  const queue = box.start({
    noun: "list",

    take(form, button) {
      const row = form.closest("tr[data-version]")
      if (form.matches(".entry")) enter()
      else if (row && form.matches("[data-in-place]")) tick(row, form.getAttribute("action"), button)
      else return false
      return true
    },

    fields: ({ fields }) => fields,

    phrase({ label, fields }) {
      if (fields.entry) return `Add “${label}”`
      return fields.ticked === "yes" ? `Tick off “${label}”` : `Put “${label}” back`
    },

    mark(waiting) {
      for (const button of document.querySelectorAll("[data-in-place] .tick")) {
        const entry = waiting.find(({ id }) => id === button.form.getAttribute("action"))
        button.closest("tr").classList.toggle("row--waiting", Boolean(entry))
        button.classList.toggle("tick--on", entry ? entry.fields.ticked === "yes" : button.value === "no")
      }
    },

    answered(known, { status, document: record }, { fields }, note) {
      if (record.current) return merge(known, record.current, note)
      if (status === 404 || status === 409) note(`“${known.label}” was removed elsewhere.`)
      else if (status >= 300) refuse(known, status, record, note)
      else if (fields.ticked) return settle(known, record, fields.ticked)
      else if (status === 201) queue.tell(`“${record.summary}” is on the list.`, { isGood: true })
      else queue.tell(`It was on the list already: “${record.summary}” now.`)
      return true
    },
  })

  function enter() {
    const text = field.value.trim()
    if (text === "") return
    const key = crypto.randomUUID()
    queue.wait({ id: key, path: list, label: text, fields: { entry: text, key } })
    field.value = ""
    field.focus()
  }

  function tick({ dataset: { title, key, version } }, path, button) {
    const known = queue.read().waiting.find(({ id }) => id === path)
    if (!known) return queue.wait({ id: path, path, label: title, fields: { ticked: button.value, key, version } })
    // The first tap may be on its way, so the second one is sent too.
    const ticked = known.fields.ticked === "yes" ? "no" : "yes"
    queue.change(({ waiting }) => Object.assign(waiting.find(({ id }) => id === path).fields, { ticked }))
  }

  // A tick of a line that was changed elsewhere: both changes count, so it waits on.
  function merge(known, { summary, isTicked, version }, note) {
    if (summary !== known.label) note(`“${known.label}” was changed elsewhere: it is “${summary}” now.`)
    else if (isTicked !== (known.fields.ticked === "yes")) note(`“${summary}” was changed elsewhere too.`)
    known.label = summary
    known.fields.version = version
    return false
  }

  // The server shows what is wrong with a line, if it is still in view.
  function refuse({ label, fields }, status, { detail, title }, note) {
    if (status !== 422 || !fields.entry || document.hidden || field.value !== "") {
      return note(`“${label}” was refused: ${detail ?? title}`)
    }
    field.value = label
    field.form.submit()
  }

  // Shows a ticked line as it is, until the page is updated. It waits on if it was tapped again meanwhile.
  function settle(known, { isTicked, version }, ticked) {
    const form = document.querySelector(`form[action="${CSS.escape(known.path)}"]`)
    if (form) {
      form.querySelector(".tick").value = isTicked ? "no" : "yes"
      form.closest("tr").dataset.version = version
    }
    known.fields.version = version
    return known.fields.ticked === ticked
  }
}
