// Pixels become rem, so that the text size of Settings scales the whole window.
const autoRem = require("postcss-preset-mantine/dist/auto-rem")();

// At the end, because rules that others compose are put in only then.
const pixelsToRem = {
  postcssPlugin: "pixels-to-rem",
  OnceExit: (root) => root.walkDecls(autoRem.Declaration),
};

module.exports = { plugins: [require("postcss-preset-mantine")(), pixelsToRem] };
