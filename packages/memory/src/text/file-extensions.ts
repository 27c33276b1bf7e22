/** Extensions of files that people name without a folder, lower case, as alternatives of a regular expression. */
export const fileExtensions =
  '[cm]?[jt]sx?|jsonl?|json5|mdx?|rst|txt|csv|tsv|log|pdf|sql|py|pyi|ipynb|rs|go|java|kts?|scala|dart|rb|php|lua|exs?|erl|hs|clj|zig|' +
  'cc?|cpp|cxx|hp?p?|cs|fs|vb|swift|sh|bash|zsh|bat|ps1|ya?ml|toml|ini|cfg|conf|env|properties|gradle|lock|xml|proto|graphql|prisma|tf|' +
  's?css|less|html?|vue|svelte|astro|svg|png|jpe?g|gif|webp|ico|gz|zip|tgz|wasm|map|snap|patch|diff|docx?|xlsx?|pptx?|bak';
