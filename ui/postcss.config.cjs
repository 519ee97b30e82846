// Pixels become rem, so that the text size of Settings scales the whole window.
module.exports = { plugins: { "postcss-preset-mantine": { autoRem: true } } };
