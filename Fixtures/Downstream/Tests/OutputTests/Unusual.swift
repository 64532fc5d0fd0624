/// Text that needs two, three and four bytes for some of its characters.
let unusual = "Zoë — 東京 🎉"
