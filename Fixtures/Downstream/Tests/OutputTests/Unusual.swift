/// A text with characters that UTF-8 encodes as two, three and four bytes.
let unusual = "Zoë — 東京 🎉"
