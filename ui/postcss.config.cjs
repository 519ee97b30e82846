// Pixels become rem, so that the text size of Settings scales the whole window. At the end, because rules that others
// compose are put in only then.
const pixelsToRem = {
  postcssPlugin: "pixels-to-rem",
  OnceExit: (root) =>
    root.walkDecls((declaration) => {
      if (declaration.prop === "content" || declaration.value.includes("url(")) return;
      declaration.value = declaration.value.replace(/(?<![\w.-])(-?[\d.]+)px\b/g, (_, pixels) => `${pixels / 16}rem`);
    }),
};

module.exports = { plugins: [require("postcss-preset-mantine")(), pixelsToRem] };
