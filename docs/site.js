// What a reader copies from a session are its commands, without prompts and what they print.
for (const block of document.querySelectorAll(".language-console code")) {
  const commands = []
  let goesOn = false
  for (const line of block.textContent.split("\n")) {
    if (goesOn || line.startsWith("$ ")) {
      commands.push(goesOn ? line : line.slice(2))
      goesOn = line.endsWith("\\")
    }
  }
  block.setAttribute("data-copy", commands.join("\n"))
}

// In a query of the search, -x excludes x. Here it is more often an option, like --keep-once: all
// of its parts are looked for. Words of which questions are made are not.
const QUERY = 2
const ASKING = /\b(an?|and|can|do|does|for|how|i|in|is|it|of|on|or|the|to|what|which|with)\s+/gi
const send = Worker.prototype.postMessage
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.type === QUERY && typeof message.data === "string") {
    const data = message.data.replace(ASKING, "").replace(/(^|\s)--?([a-z][\w-]*)/gi, (_, before, option) => {
      const parts = option.split("-").filter(Boolean)
      const wanted = parts.map((part, place) => `+${part}${place < parts.length - 1 || !part[1] ? "" : "*"}`)
      return before + wanted.join(" ")
    })
    message = { ...message, data }
  }
  return send.call(this, message, ...more)
}
